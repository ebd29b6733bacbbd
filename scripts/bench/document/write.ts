/** `npm run docs:benchmarks` */
import { writeDocument } from './write-document'

writeDocument()
