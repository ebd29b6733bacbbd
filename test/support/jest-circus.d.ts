/** The default of Jest's setting `testRunner`, which has no types of its own. https://jestjs.io/docs/configuration#testrunner-string */
declare module 'jest-circus/runner' {
  import type { JestEnvironment } from '@jest/environment'
  import type { TestResult } from '@jest/test-result'
  import type { Config } from '@jest/types'
  import type Runtime from 'jest-runtime'

  export type TestFramework = (
    globalConfig: Config.GlobalConfig,
    config: Config.ProjectConfig,
    environment: JestEnvironment,
    runtime: Runtime,
    testPath: string,
    sendMessageToJest?: (event: string, message: unknown) => void,
  ) => Promise<TestResult>
  const run: TestFramework
  export default run
}
