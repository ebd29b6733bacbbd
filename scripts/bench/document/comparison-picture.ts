/**
 * The main comparison as an SVG picture: for each engine and case, a row for each server with the median
 * of its latency on a logarithmic scale, and a line from the minimum to the maximum of the turns.
 */
import { median } from '../../../test/support/median'
import type { PeerFigures, PeerResult } from '../figures'
import { grouped } from './grouped'
import { milliseconds } from './measures'
import { MAIN_CASES } from './peer-tables'
import { COLOURS, styleSheet } from './picture-colours'

const COLUMN = 480
const MARGIN = 20
const NAMES = 150
const PLOT = 246
const ROW = 16
const HEADING = 22
const TITLE = 30
const AXIS = 24
const HEADER = 64

interface Panel {
  readonly title: string
  readonly cases: readonly { readonly name: string; readonly results: readonly PeerResult[] }[]
  readonly height: number
}

/** Maps milliseconds to a position in the plot. */
interface LogarithmicScale {
  /** Powers of ten, in milliseconds. */
  readonly ticks: readonly number[]
  readonly position: (value: number) => number
}

export function logarithmicScale(values: readonly number[], width: number): LogarithmicScale {
  const lowest = Math.floor(Math.log10(Math.min(...values)))
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...values))))
  const decade = width / (highest - lowest)
  return {
    ticks: Array.from({ length: highest - lowest + 1 }, (_, index) => 10 ** (lowest + index)),
    position: (value) => (Math.log10(value) - lowest) * decade,
  }
}

export function comparisonPicture({ results }: PeerFigures): string {
  const drawn = results.filter((one) => one.failure === undefined && MAIN_CASES.includes(one.case))
  const panels = grouped(drawn).map(({ title, group }) => panelOf(title, group))
  const scale = logarithmicScale(
    drawn.flatMap(({ medians }) => medians),
    PLOT,
  )
  // Each panel goes below the shorter of two columns.
  const heights = [HEADER, HEADER]
  const placed = panels.map((panel) => {
    const column = (heights[1] ?? 0) < (heights[0] ?? 0) ? 1 : 0
    const top = heights[column] ?? 0
    heights[column] = top + panel.height
    return `<g transform="translate(${MARGIN + column * COLUMN} ${top})">\n${panelText(panel, scale)}</g>\n`
  })
  const width = 2 * MARGIN + 2 * COLUMN
  const height = Math.max(...heights) + MARGIN
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">Duration of a request with an exact total</title>
<desc id="description">${escaped(describe(panels))}</desc>
<style>
${styleSheet(COLOURS)}</style>
<rect class="background" width="${width}" height="${height}"/>
<text class="title" x="${MARGIN}" y="30">Duration of a request with an exact total</text>
<text class="note" x="${MARGIN}" y="50">One client, pages of 10 rows. Median of the turns, with minimum and maximum; logarithmic scale; less is better.</text>
${placed.join('')}</svg>
`
}

function panelOf(title: string, group: readonly PeerResult[]): Panel {
  const cases = MAIN_CASES.map((name) => ({
    name,
    results: group.filter((result) => result.case === name),
  })).filter(({ results }) => results.length > 0)
  const rows = cases.reduce((sum, { results }) => sum + HEADING + results.length * ROW, 0)
  return { title, cases, height: TITLE + rows + AXIS + MARGIN }
}

function panelText({ title, cases, height }: Panel, scale: LogarithmicScale): string {
  const bottom = height - AXIS - MARGIN
  const lines: string[] = [`<text class="panel" y="18">${escaped(title)}</text>`]
  for (const tick of scale.ticks) {
    const x = point(NAMES + scale.position(tick))
    lines.push(
      `<line class="grid" x1="${x}" y1="${TITLE}" x2="${x}" y2="${bottom + 4}"/>`,
      `<text class="tick" x="${x}" y="${bottom + 18}">${tickText(tick)}</text>`,
    )
  }
  let y = TITLE
  for (const { name, results } of cases) {
    y += HEADING
    lines.push(`<text class="case" y="${y - 6}">${escaped(name)}</text>`)
    for (const result of results) {
      lines.push(...rowLines(result, y + ROW / 2, scale))
      y += ROW
    }
  }
  return lines.map((line) => `${line}\n`).join('')
}

function rowLines({ peer, medians }: PeerResult, y: number, scale: LogarithmicScale): string[] {
  const at = (value: number): string => point(NAMES + scale.position(value))
  const value = median(medians)
  const kind = peer === 'tablequery' ? 'own' : 'other'
  return [
    `<text class="${kind} name" x="${NAMES - 10}" y="${y + 4}">${escaped(peer)}</text>`,
    `<line class="${kind}" x1="${at(Math.min(...medians))}" y1="${y}" x2="${at(Math.max(...medians))}" y2="${y}"/>`,
    `<circle class="${kind}" cx="${at(value)}" cy="${y}" r="4"/>`,
    `<text class="${kind}" x="${point(NAMES + scale.position(Math.max(...medians)) + 9)}" y="${y + 4}">${milliseconds(value)}</text>`,
  ]
}

/** What the picture shows, in words. */
function describe(panels: readonly Panel[]): string {
  return panels
    .map(({ title, cases }) => {
      const texts = cases.map(({ name, results }) => {
        const all = results.map(({ peer, medians }) => `${peer} ${milliseconds(median(medians))}`)
        return `${name}: ${all.join(', ')}`
      })
      return `${title}: ${texts.join('; ')}.`
    })
    .join(' ')
}

function tickText(tick: number): string {
  return tick < 1000 ? `${Number(tick.toPrecision(1))} ms` : `${tick / 1000} s`
}

function point(value: number): string {
  return String(Number(value.toFixed(1)))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
