/** Bytes of valid UTF-8, for a regular expression of a database whose characters are bytes. */
const UTF8 = [
  '[\\x01-\\x7f]',
  '[\\xc2-\\xdf][\\x80-\\xbf]',
  '\\xe0[\\xa0-\\xbf][\\x80-\\xbf]',
  '[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}',
  '\\xed[\\x80-\\x9f][\\x80-\\xbf]',
  '\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}',
  '[\\xf1-\\xf3][\\x80-\\xbf]{3}',
  '\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2}',
].join('|')

/**
 * Whether the server can send a name. A database in SQL_ASCII stores any bytes, and a name that is not UTF-8 fails the
 * whole list of tables. https://www.postgresql.org/docs/current/multibyte.html
 * @param name SQL of the name
 */
export function isValidUtf8(name: string): string {
  // E'', because a session may have turned off standard_conforming_strings.
  const pattern = `E'^(${UTF8.replaceAll('\\', '\\\\')})*$'`
  return `case when pg_catalog.getdatabaseencoding() = 'SQL_ASCII' then ${name}::text ~ ${pattern} else true end`
}
