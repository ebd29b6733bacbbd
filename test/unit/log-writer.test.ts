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

const failReport = (count: number): never => {
  throw new Error(`${count} lines were dropped`)
}

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
  const writer = new LogWriter(descriptor, failReport)
  for (const line of lines) writer.write(line)
  await waitUntil(() => written().length >= text.length)
  expect(written()).toBe(text)
})

it('writes the lines of a failed write later', async () => {
  // Writes fail because the file is open for reading.
  descriptor = openSync(file, 'r')
  const writer = new LogWriter(descriptor, failReport)
  for (const line of lines) writer.write(line)
  await waitUntil(() => writer.hasFailed)
  closeSync(descriptor)
  // The operating system gives the lowest free number, which is that of the closed file.
  expect(openSync(file, 'a')).toBe(descriptor)
  await waitUntil(() => written().length >= text.length)
  expect(written()).toBe(text)
})

describe('when the lines that wait have four million characters', () => {
  const line = `${'x'.repeat(1023)}\n`
  const fitting = 4 * 1024
  const reports: number[] = []
  let writer: LogWriter

  /** Drops lines of the log, then makes its file writable again. */
  async function writeTooMuch(): Promise<void> {
    reports.length = 0
    descriptor = openSync(file, 'r')
    writer = new LogWriter(descriptor, (count) => {
      reports.push(count)
      writer.write(`dropped ${count}\n`)
    })
    for (let count = 0; count < 2 * fitting; count++) writer.write(line)
    await waitUntil(() => writer.hasFailed)
    closeSync(descriptor)
    expect(openSync(file, 'a')).toBe(descriptor)
  }

  it('drops further ones, and reports their number in their place', async () => {
    await writeTooMuch()
    await waitUntil(() => /dropped \d+\n$/.test(written()))
    writer.write('last\n')
    await waitUntil(() => written().endsWith('last\n'))
    const kept = written().split('\n').length - 3
    // A part of up to 16 KiB is being written and no longer waits.
    expect(kept - fitting).toBeGreaterThanOrEqual(0)
    expect(kept - fitting).toBeLessThanOrEqual(16)
    expect(reports).toEqual([2 * fitting - kept])
    expect(written() === `${line.repeat(kept)}dropped ${2 * fitting - kept}\nlast\n`).toBe(true)
  })
})
