/** A table as oxfmt formats it: columns are padded to the same width. The first row is the head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const [head = [], ...body] = cells
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
  return [head, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('')
}
