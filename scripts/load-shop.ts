/** Loads the shop into an empty database: `npm run load-shop -- postgres://user@host/database`. */
import path from 'node:path'
import type { FixtureStorage } from '../fixtures/fixture-storage'
import { loadFixture } from '../fixtures/load-fixture'
import { createShop } from '../fixtures/shop/shop'
import { dialectFor } from '../src/dialect/load-dialect'
import { refuse } from './command-line'

async function main(): Promise<void> {
  const [url] = process.argv.slice(2)
  if (url === undefined) refuse('usage: npm run load-shop -- URL, e.g. sqlite:shop.sqlite')
  const folder = path.join(__dirname, '../test/engines', dialectFor(url).name)
  // The path depends on the build folder.
  // oxlint-disable-next-line typescript/no-require-imports
  const { fixtureStorage } = require(path.join(folder, 'fixture-storage')) as {
    fixtureStorage: FixtureStorage
  }
  await loadFixture(createShop(), fixtureStorage, url)
}

main().catch((error: unknown) => {
  refuse(error instanceof Error ? error.message : String(error))
})
