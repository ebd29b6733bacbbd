/** The buffer in front of standard error. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LogWriter } from '../../src/log/log-writer'
import { waitUntil } from '../support/wait-until'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-log-'))
const file = path.join(folder, 'log')
const lines = Array.from({ length: 2000 }, (_, number) => `line ${number}: ${'ü'.repeat(20)}\n`)
const text = lines.join('')
const written = (): string => readFileSync(file, 'utf8')

let descriptor: number
beforeEach(() => {
  writeFileSync(file, '')
})
afterEach(() => {
  closeSync(descriptor)
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

it('writes every line in order', async () => {
  descriptor = openSync(file, 'a')
  const writer = new LogWriter(descriptor)
  for (const line of lines) writer.write(line)
  await waitUntil(() => written().length >= text.length)
  expect(written()).toBe(text)
})

it('writes the lines of a failed write later', async () => {
  // Writes fail because the file is open for reading.
  descriptor = openSync(file, 'r')
  const writer = new LogWriter(descriptor)
  for (const line of lines) writer.write(line)
  await waitUntil(() => writer.hasFailed)
  closeSync(descriptor)
  // The operating system gives the lowest free number, which is that of the closed file.
  expect(openSync(file, 'a')).toBe(descriptor)
  await waitUntil(() => written().length >= text.length)
  expect(written()).toBe(text)
})

it('drops lines when those that wait have four million characters', async () => {
  const line = `${'x'.repeat(1023)}\n`
  const fitting = 4 * 1024
  descriptor = openSync(file, 'r')
  const writer = new LogWriter(descriptor)
  for (let count = 0; count < 2 * fitting; count++) writer.write(line)
  await waitUntil(() => writer.hasFailed)
  closeSync(descriptor)
  expect(openSync(file, 'a')).toBe(descriptor)
  await waitUntil(() => written().length >= fitting * line.length)
  writer.write('last\n')
  await waitUntil(() => written().endsWith('last\n'))
  const kept = written().split('\n').length - 2
  // A part of up to 16 KiB is being written and no longer waits.
  expect(kept - fitting).toBeGreaterThanOrEqual(0)
  expect(kept - fitting).toBeLessThanOrEqual(16)
  expect(written() === `${line.repeat(kept)}last\n`).toBe(true)
})
