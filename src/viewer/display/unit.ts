/**
 * Pixels of `--unit` in the style sheets: 1 at the usual font size, more if the user has chosen a larger
 * one in the browser.
 */
export const UNIT = parseFloat(getComputedStyle(document.documentElement).fontSize) / 14
