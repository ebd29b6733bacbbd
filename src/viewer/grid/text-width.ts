const context = document.createElement('canvas').getContext('2d')

/** Pixels that a text takes in a cell. @param weight of the font */
export function textWidth(text: string, weight = 400): number {
  if (!context) return 0
  const { fontSize, fontFamily } = getComputedStyle(document.body)
  context.font = `${weight} ${fontSize} ${fontFamily}`
  return context.measureText(text).width
}
