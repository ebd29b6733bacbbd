import { RunningStatements } from '../../src/dialect/sessions/running-statements'
import type { StatementKind, StatementLength } from '../../src/dialect/sessions/statement-kinds'

const kindOf = (length: StatementLength): StatementKind => ({
  length,
  timesForgotten: 0,
  isCatalogue: false,
})

it('interrupts the newest long statements that can run again, each once', () => {
  const ignore = { record: () => undefined, recordRunning: () => undefined }
  const running = new RunningStatements<object>(ignore, () => undefined)
  const interrupted: string[] = []
  const start = (name: string, length: StatementLength, canRunAgain = true): object => {
    const session = {}
    running.start(session, kindOf(length))
    if (canRunAgain) running.setInterrupt(session, () => interrupted.push(name))
    return session
  }
  start('first', 'long')
  start('second', 'long')
  const third = start('third', 'long')
  start('short', 'short')
  start('in a snapshot', 'long', false)
  running.interruptLong(0)
  expect(interrupted).toEqual([])
  running.interruptLong(1)
  running.interruptLong(1)
  expect(interrupted).toEqual(['third'])
  running.end(third, false)
  running.interruptLong(1)
  expect(interrupted).toEqual(['third', 'second'])
})
