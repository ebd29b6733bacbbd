/** An error of SQLite or of the reader process. */
export class ReaderError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

export const READER_GONE = 'READER_GONE'
export const READER_TIMEOUT = 'READER_TIMEOUT'
export const READER_SCHEMA = 'READER_SCHEMA'
