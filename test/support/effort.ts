/** The amount of work of a test: `usual` in `npm test`, `stress` in `npm run test:stress`. */
export const isStress = process.env['TEST_STRESS'] === 'true'

/** Whether tests that `npm test` runs on some engines run on all of them, with the usual amount of work or more. */
export const isOnEveryEngine = isStress || process.env['TEST_EVERY_ENGINE'] === 'true'

export function effort<T>(usual: T, stress: T): T {
  return isStress ? stress : usual
}
