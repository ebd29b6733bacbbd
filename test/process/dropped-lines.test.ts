/** Lines that do not fit into the buffer of the log. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { builtPackage } from '../support/built-package'
import { effort } from '../support/effort'
import { waitUntil } from '../support/wait-until'

const createLog = path.join(builtPackage, 'dist/src/log/create-log.js')

/** Each line has a quarter of the buffer. One more is being written, and the last one does not fit. */
const scriptOf = (logFormat: string): string => `
  const { createLog } = require(${JSON.stringify(createLog)})
  const { log } = createLog({ logLevel: 'error', logFormat: '${logFormat}' })
  // Without a turn of the event loop between the lines, no write of the log can end.
  for (let line = 0; line < 6; line++) log.error('x'.repeat(1024 * 1024))
  process.stdin.resume()`

const FORMATS: readonly (readonly [logFormat: string, pattern: RegExp])[] = [
  ['json', /^\{"level":50,"time":\d+,"dropped":1,"msg":"lines of the log [^"]+"\}$/],
  ['text', /^\S+ {2}error {2}lines of the log .* {2}dropped=1$/],
]

it.each(effort(FORMATS.slice(0, 1), FORMATS))(
  'a line says as %s how many others were dropped',
  async (logFormat, pattern) => {
    const child = spawn(process.execPath, ['-e', scriptOf(logFormat)])
    try {
      const lines: string[] = []
      createInterface(child.stderr).on('line', (line) => lines.push(line))
      await waitUntil(() => lines.some((line) => line.includes('dropped')))
      expect(lines.map(({ length }) => length > 1024 * 1024).indexOf(false)).toBe(5)
      expect(lines.at(-1)).toMatch(pattern)
    } finally {
      child.kill()
    }
  },
)
