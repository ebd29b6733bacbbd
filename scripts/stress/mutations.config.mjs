/**
 * Mutates one file, and runs its test. scripts/stress/mutations.ts names them, and starts no servers of databases.
 * https://stryker-mutator.io/docs/stryker-js/configuration
 */
import { env } from 'node:process'

const { MUTATED_FILE: file, MUTATED_TEST: test } = env

export default {
  mutate: [file],
  testRunner: 'jest',
  jest: {
    // Dialects are loaded by name, so no import relates their tests to them.
    enableFindRelatedTests: false,
    config: {
      // It would build the package and start servers for each mutation.
      globalSetup: null,
      globalTeardown: null,
      testRunner: 'jest-circus/runner',
      testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
      testMatch: [`**/${test}`],
      // A mutation can let a test wait for ever.
      testTimeout: 4000,
    },
  },
  coverageAnalysis: 'perTest',
  // Constants of modules: each mutation of one runs every test.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 30_000,
  tempDirName: '.stryker',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: '.stryker/mutations.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
