/** How much a test does: little in `npm test`, and much in `npm run test:stress`. */
export const isStress = process.env['TEST_STRESS'] === 'true'

export function effort<T>(usual: T, stress: T): T {
  return isStress ? stress : usual
}
