/** Public exports of `tablequery/conformance`: checks any implementation of the contract over HTTP. */
export { LEVELS, type Check, type Level } from './check'
export { CHECKS } from './checks'
export { CONTRACT, UNCHECKED, type Sentence, type SentenceNumber } from './contract'
export { failuresOf, type Finding, type Report, type Result, type Status } from './report'
export { jsonReport } from './reports/json'
export { junitReport } from './reports/junit'
export { progressLine, textReport } from './reports/text'
export { ConformanceError, runConformance, type ConformanceOptions } from './run'
