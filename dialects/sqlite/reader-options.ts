/** What a reader process inherits of the options of Node.js and of the environment. */

/**
 * Options for the main process alone: `-e` and its like, whose program the reader would run instead of its own; the
 * inspector, whose port is in use; watching; and tests.
 */
const MAIN_PROCESS =
  /^(?:-[eip]|-pe|--eval|--print|--interactive|--input-type|--inspect|--watch|--test)\b/

/** Options of the main process whose value can be a word of its own. */
const WITH_VALUE =
  /^(?:-e|--eval|-p|--print|-pe|--input-type|--inspect-(?:port|publish-uid)|--watch-path|--test-(?!only$|force-exit$|update-snapshots$).*)$/

/**
 * The other options, because a loader of modules, such as that of Yarn, is needed too.
 * @param execArgv of this process
 */
export function inheritedOptions(execArgv: readonly string[]): string[] {
  return execArgv.filter(
    (option, index) => !MAIN_PROCESS.test(option) && !WITH_VALUE.test(execArgv[index - 1] ?? ''),
  )
}

/** Without the variable by which `node --watch` makes each process report the files that it loads. */
export function inheritedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, WATCH_REPORT_DEPENDENCIES: undefined }
}
