/**
 * A sample of mutations: each changes one expression, and a test has to fail. The part `mutations` of the
 * stress run tests them on SQLite. https://stryker-mutator.io/docs/stryker-js/configuration
 */
export default {
  mutate: [
    'src/dialect/nearest-names.ts',
    'src/core/pagination.ts',
    'src/core/seek-condition.ts',
    'src/dialect/search-pattern.ts',
    'src/http/list-grammar.ts',
    'src/http/query-string.ts',
    'dialects/sqlite/search.ts',
  ],
  testRunner: 'jest',
  jest: {
    // Dialects are loaded by name, so no import relates their tests to them.
    enableFindRelatedTests: false,
    config: {
      // A mutation of a module's constants has an effect only if the module is loaded again.
      testRunner: 'jest-circus/runner',
      testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
      testMatch: [
        '**/test/unit/{list-grammar,nearest-names,pagination}.test.ts',
        '**/test/unit/{query-string,search-pattern,seek-condition}.test.ts',
        '**/dialects/sqlite/search.test.ts',
      ],
    },
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  tempDirName: '.stryker',
  // The others change nothing that a client can observe, such as bounds of a preselection.
  thresholds: { break: 91 },
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: '.stryker/mutations.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
