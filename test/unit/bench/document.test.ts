/** The document and the picture of the benchmark, from invented figures. */
import {
  comparisonPicture,
  logarithmicScale,
} from '../../../scripts/bench/document/comparison-picture'
import { mainTable, missingText, peerTables } from '../../../scripts/bench/document/peer-tables'
import { COLOURS, type Palette } from '../../../scripts/bench/document/picture-colours'
import { replaceResults, type PeerFigures, type PeerResult } from '../../../scripts/bench/figures'

function result(peer: string, name: string, medians: number[], failure?: string): PeerResult {
  const place = { engine: 'sqlite', rows: 1000, case: name, peer }
  const turns = { rates: medians.map((value) => 1000 / value), medians, p99s: medians }
  return { ...place, ...turns, ...(failure !== undefined && { failure }) }
}

const FIGURES: PeerFigures = {
  machine: { processors: '2 cores', node: 'v20', turns: 3 },
  versions: {},
  missing: [
    { peer: 'Soul', engine: 'sqlite', reason: 'npm is missing; install it' },
    { peer: 'Soul', engine: 'mysql', reason: 'npm is missing; install it' },
  ],
  results: [
    result('tablequery', 'first page', [2, 1, 4]),
    result('PHP-CRUD-API', 'first page', [100, 90, 200]),
    result('tablequery', 'random page', [1]),
    result('PHP-CRUD-API', 'random page', [], 'total <7>'),
  ],
}

it('compares medians in the short table, and marks failures and missing measurements', () => {
  const rows = mainTable(FIGURES).split('\n')
  expect(rows.slice(0, 5).map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    '| Engine | Case | tablequery | PHP-CRUD-API |',
    '| ------ | ----------------- | ---------- | ------------- |',
    '| SQLite | first page | 2.0 ms | 100 ms (50 ×) |',
    '| SQLite | random page | 1.0 ms | fails |',
    '| SQLite | search, hits many | | |',
  ])
})

it('writes minimum, median and maximum into the long tables', () => {
  expect(peerTables(FIGURES).replaceAll(/ +/g, ' ')).toContain(
    '| first page | PHP-CRUD-API | 90.00 / 100.00 / 200.00 | 90.0 / 100.0 / 200.0 | 5.0 / 10.0 / 11.1 |',
  )
})

it('names a server that was not measured once, with the reason', () => {
  expect(missingText(FIGURES)).toBe(
    '- NOT MEASURED on SQLite, MySQL: Soul: npm is missing; install it.\n',
  )
})

it('replaces older results of the same engine and size', () => {
  const [old] = FIGURES.results
  const mysql = { engine: 'mysql', rows: 1000 }
  const larger = { engine: 'sqlite', rows: 2000 }
  const replaced = { engine: 'sqlite', rows: 1000 }
  expect(replaceResults([mysql, { ...old, ...replaced }, larger], [replaced])).toEqual([
    mysql,
    larger,
    replaced,
  ])
})

it('places powers of ten at equal distances on the scale', () => {
  const { ticks, position } = logarithmicScale([0.3, 20, 700], 400)
  expect(ticks).toEqual([0.1, 1, 10, 100, 1000])
  expect(ticks.map((tick) => Math.round(position(tick)))).toEqual([0, 100, 200, 300, 400])
})

describe('the picture', () => {
  const picture = comparisonPicture(FIGURES)

  it('has a point for each measured case', () => {
    expect(picture.match(/<circle class="own"/g)).toHaveLength(2)
    expect(picture.match(/<circle class="other"/g)).toHaveLength(1)
    expect(picture).toContain('>100 ms</text>')
  })

  it('describes itself to screen readers', () => {
    expect(picture).toContain(
      '<desc id="description">SQLite, 1,000 rows: first page: tablequery 2.0 ms, PHP-CRUD-API 100 ms; random page: tablequery 1.0 ms.</desc>',
    )
  })

  it('is well-formed, and escapes names', () => {
    const first = result('A < B & C', 'first page', [1, 2, 3])
    const hostile = comparisonPicture({ ...FIGURES, results: [first] })
    expect(hostile).toContain('>A &lt; B &amp; C</text>')
    const open: string[] = []
    for (const [, slash, name = '', rest = ''] of hostile.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
      if (slash) expect(open.pop()).toBe(name)
      else if (!rest.endsWith('/')) open.push(name)
    }
    expect(open).toEqual([])
  })

  it('has a style for dark mode', () => {
    const [, dark] = picture.split('@media (prefers-color-scheme: dark)')
    expect(dark).toContain(`.background { fill: ${COLOURS.dark.background}; }`)
  })
})

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

it.each(Object.entries<Palette>(COLOURS))(
  'text has enough contrast in %s mode',
  (_, { background, text, own, other }) => {
    for (const colour of [text, own, other]) {
      const [dark = 0, light = 0] = [luminance(colour), luminance(background)].sort((a, b) => a - b)
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5)
    }
  },
)
