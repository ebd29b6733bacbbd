/** Users of the encrypting server, parameters of the connection, and whether it is then encrypted. */
type Mode = readonly [user: string, parameters: string, isEncrypted: boolean]

export const MODES: readonly Mode[] = [
  ['either', 'sslmode=disable', false],
  ['either', 'sslmode=prefer', true],
  ['plain', 'sslmode=prefer', false],
  ['either', '', false],
  ['encrypted', '', true],
  ['either', 'sslmode=require', true],
  ['either', 'sslmode=verify-ca&sslrootcert=OURS', true],
  ['either', 'sslmode=verify-full&sslrootcert=OURS', true],
  // The mode `prefer` does not check the certificate.
  ['either', 'sslmode=prefer&sslrootcert=OTHER', true],
  ['certified', 'sslmode=require&sslcert=CERTIFICATE&sslkey=KEY', true],
  ['either', 'sslmode=require&channel_binding=require', true],
  ['either', 'sslmode=prefer&channel_binding=require', true],
  ['legacy', 'sslmode=require&channel_binding=prefer', true],
]

/** Other spellings of these modes, and modes that end in one of them. */
export const OTHER_MODES: readonly Mode[] = [
  ['either', 'sslmode=require&sslrootcert=OURS', true],
  ['either', 'ssl=true&sslrootcert=OURS', true],
  ['either', 'sslmode=allow', false],
  ['encrypted', 'sslmode=allow', true],
  ['either', 'sslmode=allow&channel_binding=require', true],
  ['either', 'channel_binding=require', true],
  ['either', 'sslmode=require&channel_binding=disable', true],
]
