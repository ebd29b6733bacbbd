/**
 * The contract holds without the layers around the statement executor: caches, bookmarks, shared reads. The part
 * `plain` of `npm run test:stress` runs the other files of this folder without them too. @long
 */
import '../support/plain-reads'
import './query.test'
import './filter.test'
import './sort.test'
import './values.test'
import './names.test'
import './extremes.test'
import './response-size.test'
import './changing-data.test'
