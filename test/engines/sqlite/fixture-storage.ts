/** Not here, because the program itself makes its example database by it. */
export { fixtureStorage } from '../../../fixtures/sqlite-storage'
