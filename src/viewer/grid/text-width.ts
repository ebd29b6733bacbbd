const context = document.createElement('canvas').getContext('2d')

export type Face = 'usual' | 'heading' | 'code'

const WEIGHTS: Readonly<Record<Face, number>> = { usual: 400, heading: 600, code: 400 }

/** Width of a text in a cell, in pixels. */
export function textWidth(text: string, face: Face = 'usual'): number {
  if (!context) return 0
  const styles = getComputedStyle(document.body)
  const family = face === 'code' ? styles.getPropertyValue('--code') : styles.fontFamily
  context.font = `${WEIGHTS[face]} ${styles.fontSize} ${family}`
  return context.measureText(text).width
}
