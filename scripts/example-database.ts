/**
 * `npm run example`: creates the example database, which takes seconds, so that the first `npm start` is as fast as
 * later ones. `npm ci` runs it.
 */
import { defaultShopDatabase } from '../fixtures/shop/default-database'

defaultShopDatabase().catch((error: unknown) => {
  // The program starts with another database without it.
  console.warn(`The example database will be created by the first start: ${String(error)}`)
})
