const context = document.createElement('canvas').getContext('2d')

/** Width of a text in a cell, in pixels. @param weight font weight */
export function textWidth(text: string, weight = 400): number {
  if (!context) return 0
  const { fontSize, fontFamily } = getComputedStyle(document.body)
  context.font = `${weight} ${fontSize} ${fontFamily}`
  return context.measureText(text).width
}
