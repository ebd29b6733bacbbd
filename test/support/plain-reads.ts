/** Imported first by a test file: its apps read without cached totals, bookmarks and shared reads. */
process.env['TEST_PLAIN_READS'] = '1'

export {}
