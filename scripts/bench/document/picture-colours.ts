/** Colours of the picture in light and dark mode. The picture has its own background. */

export interface Palette {
  readonly background: string
  readonly text: string
  readonly own: string
  readonly other: string
  readonly grid: string
}

export const COLOURS = {
  light: {
    background: '#ffffff',
    text: '#1f2328',
    own: '#0550ae',
    other: '#59636e',
    grid: '#d1d9e0',
  },
  dark: {
    background: '#0d1117',
    text: '#f0f6fc',
    own: '#79c0ff',
    other: '#9198a1',
    grid: '#3d444d',
  },
} as const satisfies Record<string, Palette>

export function styleSheet({ light, dark }: Readonly<Record<'light' | 'dark', Palette>>): string {
  return `text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; }
.title { font-size: 18px; font-weight: 600; }
.panel { font-size: 15px; font-weight: 600; }
.case { font-weight: 600; }
.tick { text-anchor: middle; }
.name { text-anchor: end; }
.own { font-weight: 600; stroke-width: 2; }
.other { stroke-width: 2; }
text.own, text.other { paint-order: stroke; stroke-width: 4; }
${rules(light)}@media (prefers-color-scheme: dark) {
${rules(dark)}}
`
}

function rules({ background, text, own, other, grid }: Palette): string {
  return `.background { fill: ${background}; }
.title, .panel, .case { fill: ${text}; }
.note, .tick { fill: ${other}; }
.grid { stroke: ${grid}; }
.own { fill: ${own}; stroke: ${own}; }
.other { fill: ${other}; stroke: ${other}; }
text.own, text.other { stroke: ${background}; }
`
}
