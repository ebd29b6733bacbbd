/** What a reader process inherits of the options of Node.js and of the environment. */

/** Options with a program as their value, which the reader would run instead of its own. */
const PROGRAM = /^(?:-e|--eval|-p|--print|-pe|--input-type)$/

/** Options for the main process alone: it holds the port of the inspector, watches files and runs tests. */
const MAIN_PROCESS =
  /^(?:-[eip]|-pe|--eval|--print|--interactive|--input-type|--inspect|--watch|--test)\b/

/**
 * The other options, because a loader of modules, such as that of Yarn, is needed too.
 * @param execArgv of this process
 */
export function inheritedOptions(execArgv: readonly string[]): string[] {
  return execArgv.filter(
    (option, index) => !MAIN_PROCESS.test(option) && !PROGRAM.test(execArgv[index - 1] ?? ''),
  )
}

/** Without the variable by which `node --watch` makes each process report the files that it loads. */
export function inheritedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, WATCH_REPORT_DEPENDENCIES: undefined }
}
