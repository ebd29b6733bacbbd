/** The amount of work of a test: `usual` in `npm test`, `stress` in `npm run test:stress`. */
export const isStress = process.env['TEST_STRESS'] === 'true'

export function effort<T>(usual: T, stress: T): T {
  return isStress ? stress : usual
}
