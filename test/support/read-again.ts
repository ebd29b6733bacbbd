/** The value of `TEST_PLAIN_READS` if the tests of the file also run in another file, with all layers. */
export const AGAIN = 'again'

export const isReadAgain = (): boolean => process.env['TEST_PLAIN_READS'] === AGAIN
