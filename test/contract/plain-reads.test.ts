/**
 * The contract holds without the layers around the statement executor: caches, bookmarks, shared reads. These
 * files read rows in every way; the part `plain` of `npm run test:stress` runs the other files of this folder
 * without the layers too.
 */
import '../support/plain-reads'
import './query.test'
import './filter.test'
