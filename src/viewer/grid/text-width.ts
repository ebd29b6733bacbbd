/** Fonts of texts in the grid, as in the style sheets: weight, and size relative to the page's font size. */
const FACES = {
  usual: { weight: 400, size: 1 },
  heading: { weight: 600, size: 1 },
  code: { weight: 400, size: 0.86 },
  number: { weight: 400, size: 0.79 },
} as const

export type Face = keyof typeof FACES

const context = document.createElement('canvas').getContext('2d')
const fonts = new Map<Face, string>()

/** Width of a text in a cell, in pixels. */
export function textWidth(text: string, face: Face = 'usual'): number {
  if (!context) return 0
  const font = fonts.get(face) ?? fontOf(face)
  fonts.set(face, font)
  context.font = font
  return context.measureText(text).width
}

/** Finds the texts that are probably the widest, because measuring all would be slow. */
export function widestOf(texts: readonly string[], amount: number): readonly string[] {
  return [...new Set(texts)]
    .map((text) => ({ text, width: roughWidth(text) }))
    .sort((a, b) => b.width - a.width)
    .slice(0, amount)
    .map(({ text }) => text)
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60]/g
const BROAD = /[A-Zmw@%]/g
const NARROW = /[fijlrt.,:;'|!() -]/g

/** Estimated width, in widths of an average letter. */
function roughWidth(text: string): number {
  const amountOf = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  return text.length + amountOf(WIDE) * 0.8 + amountOf(BROAD) * 0.3 - amountOf(NARROW) * 0.4
}

function fontOf(face: Face): string {
  const { weight, size } = FACES[face]
  const styles = getComputedStyle(document.body)
  const family = face === 'code' ? styles.getPropertyValue('--code') : styles.fontFamily
  return `${weight} ${parseFloat(styles.fontSize) * size}px ${family}`
}
