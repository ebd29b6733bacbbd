/**
 * Checks any implementation of the contract over HTTP. It is the entry `tablequery/conformance`.
 * @module conformance
 */
export { LEVELS, type Check, type Level } from './check'
export { CHECKS } from './checks'
export { CONTRACT, UNCHECKED, type Sentence, type SentenceNumber } from './contract'
export { failuresOf, type Finding, type Report, type Result, type Status } from './report'
export { jsonReport } from './reports/json'
export { junitReport } from './reports/junit'
export { progressLine, textReport } from './reports/text'
export type { ConformanceOptions } from './options'
export { ConformanceError, runConformance } from './run'
