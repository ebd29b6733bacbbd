/** The log of several workers on one pipe. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, read } from 'node:fs'
import path from 'node:path'
import { builtProgram } from '../support/built-program'
import { isJson } from '../support/is-json'
import { waitUntil } from '../support/wait-until'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

it('does not mix their lines while it is read slowly', async () => {
  const REQUESTS = 600
  const pipe = path.join(program.folder, 'log')
  execFileSync('mkfifo', [pipe])
  const output = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const input = openSync(pipe, constants.O_WRONLY)
  let text = ''
  const buffer = Buffer.alloc(5000)
  let isReading = false
  const reading = setInterval(() => {
    if (isReading) return
    isReading = true
    // It fails while the pipe is empty.
    read(output, buffer, 0, buffer.length, null, (error, bytes) => {
      isReading = false
      if (!error) text += buffer.toString('latin1', 0, bytes)
    })
  }, 40)
  try {
    const { baseUrl, child } = await program.serve(['--workers', '3'], {}, input)
    closeSync(input)
    const url = `${baseUrl}/query?table=${'x'.repeat(256)}`
    await Promise.all(Array.from({ length: REQUESTS }, () => fetch(url)))
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
    await waitUntil(() => text.split('"msg":"request"').length > REQUESTS, 30_000)
  } finally {
    clearInterval(reading)
    closeSync(output)
  }
  expect(text.split('\n').filter((line) => line !== '' && !isJson(line))).toEqual([])
}, 90_000)
