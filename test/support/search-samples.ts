/** Texts that engines search differently by their own rules for case, accents and wildcards. */

const SAMPLES = [
  ...words('École ECOLE e\u0301cole Straße STRASSE STRAẞE Grüße GRUSSE œuvre oeuvre þ Þ ÿ Ÿ'),
  ...words('µ Ångström \u212angstr\u00f6m \u212belvin Kelvin Å A\u030a ſon Son ﬁne fine'),
  ...words('İstanbul istanbul ISTANBUL ıI Σωκράτης ΣΩΚΡΆΤΗΣ ǅ Ǆ Жук 𐐨 ᏸ Ꮰ'),
  ...words('100% a_b a-b back\\slash O\'Hara " [x]^ x Co-op coop a\u200bb a\u00adb ab'),
  ...['😀 𐐀', 'tail  ', '', '  '],
]

export const NEEDLES = [
  ...words('éCOLE ecole e\u0301 straSSe strAßE ẞ ü U μ å k s ſ İ i ı σΩκράτησ ς ǆ жУК fi'),
  ...words('𐐨 😀 Ᏸ ꮰ % _ \\ \' " [ ]^ - ab OE Œ Þ ÿ nothing'),
  ...[' ', '  '],
]

function words(text: string): string[] {
  return text.split(' ')
}

/** The samples that are storable, with ids from 1. */
export function samples(isStorable: (text: string) => boolean = () => true): [number, string][] {
  return SAMPLES.filter((text) => isStorable(text)).map((text, index) => [index + 1, text])
}

/** For each needle, the ids of the rows that match by the contract. */
export function expectedFinds(
  rows: readonly [number, string][],
  needles: readonly string[] = NEEDLES,
): [string, number[]][] {
  return needles.map((needle) => {
    const pattern = new RegExp(needle.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu')
    return [needle, rows.filter(([, text]) => pattern.test(text)).map(([id]) => id)]
  })
}

/** For each needle, the ids that an app finds in one column of a table with the key `id`. */
export async function actualFinds(
  app: { get: (path: string) => Promise<{ text: string }> },
  table: string,
  column: string,
): Promise<[string, number[]][]> {
  const found: [string, number[]][] = []
  for (const needle of NEEDLES) {
    const search = `filter=${encodeURIComponent(needle)}&filterColumns=${column}`
    const { text } = await app.get(`query?table=${table}&columns=id&limit=1000&${search}`)
    const { data } = JSON.parse(text) as { data?: { id: number }[] }
    found.push([needle, data?.map(({ id }) => id) ?? [-1]])
  }
  return found
}

export const isLatin1 = (text: string): boolean => /^[\0-\xff]*$/.test(text)
