/** The id of a cell's element; row -1 is the header. */
export function cellId(row: number, column: number): string {
  return `cell-${row}-${column}`
}
