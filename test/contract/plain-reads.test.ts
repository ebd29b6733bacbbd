/**
 * The contract holds without the layers around the statement executor: caches, bookmarks, shared reads. Two
 * files read pages, totals and searches here; the part `plain` of `npm run test:stress` runs all files of this
 * folder without the layers.
 */
import '../support/plain-reads'
import './query.test'
import './filter.test'
