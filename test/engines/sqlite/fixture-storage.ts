/** Defined in fixtures/, because the program also uses it to create its example database. */
export { fixtureStorage } from '../../../fixtures/sqlite-storage'
