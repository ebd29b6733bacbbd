/** Defined elsewhere, because the program also uses it to make its example database. */
export { fixtureStorage } from '../../../fixtures/sqlite-storage'
