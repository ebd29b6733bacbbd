/** The lines that a worker writes to its standard error. */
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/**
 * Calls the function with each whole line, with its line feed. The primary process alone writes them to the log:
 * lines of several processes would be mixed, because a pipe takes a part of a write if it has room for no more.
 * https://man7.org/linux/man-pages/man7/pipe.7.html
 */
export function onLines(stream: Readable, write: (line: string) => void): void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) write(`${line}\n`)
  })
  stream.on('end', () => {
    rest += decoder.end()
    if (rest !== '') write(`${rest}\n`)
  })
}
