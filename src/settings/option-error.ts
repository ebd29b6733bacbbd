/**
 * The reason of an error of `parseArgs`, in one line.
 * https://nodejs.org/api/util.html#utilparseargsconfig
 */
export function optionErrorText(error: unknown): string {
  const { message } = error as Error
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message) ?? []
  if (option !== undefined && /argument (?:missing|is ambiguous)/.test(message))
    return `${option} needs a value; write one that begins with "-" as ${option}=VALUE`
  const [reason = ''] = message.split(/\.\s/)
  return `${reason}; see --help`
}
