/**
 * Pixels of `--unit` in the style sheets: 1 at the default font size of browsers, more if the user has chosen
 * a larger one.
 */
export const UNIT = parseFloat(getComputedStyle(document.documentElement).fontSize) / 14
