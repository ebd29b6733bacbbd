/** Jest gives its object `jest` only to modules that its own loader loads. */
export const jestObject = jest
