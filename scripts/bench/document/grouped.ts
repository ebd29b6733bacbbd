const ENGINES: Readonly<Record<string, string>> = {
  postgres: 'Postgres',
  sqlite: 'SQLite',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
}

export function engineName(engine: string): string {
  return ENGINES[engine] ?? engine
}

/** The results of each engine and size, e.g. of `SQLite, 1,000,000 rows`; smaller tables first. */
export function grouped<Result extends { readonly engine: string; readonly rows: number }>(
  results: readonly Result[],
): { readonly title: string; readonly group: readonly Result[] }[] {
  const groups = new Map<string, Result[]>()
  const position = ({ engine }: Result): number => Object.keys(ENGINES).indexOf(engine)
  for (const result of results.toSorted((a, b) => a.rows - b.rows || position(a) - position(b))) {
    const title = `${engineName(result.engine)}, ${result.rows.toLocaleString('en')} rows`
    groups.set(title, [...(groups.get(title) ?? []), result])
  }
  return [...groups].map(([title, group]) => ({ title, group }))
}
