import { createReadExecutor } from '../../src/core/read-executor'
import { readRequest } from '../../src/core/reader'
import type { Statements } from '../../src/core/statements/statement-cache'
import { planOfPage } from '../support/rows-by-hand'

const STATEMENT = { sql: '', bindings: [], isWide: false }

it('reads the window of a request without a count, even if its page is after the cached total', async () => {
  const window = { isBackward: false, skip: 9, take: 1, step: 10 }
  const windows: unknown[] = []
  const statements: Statements = {
    page: (_plan, read) => {
      windows.push(read)
      return STATEMENT
    },
    total: () => {
      throw new Error('counts')
    },
  }
  const readRows = (): Promise<(number | null)[][]> => Promise.resolve([[null, null, null, 30]])
  const changes = { counter: () => '1' }
  const executor = createReadExecutor({ readRows, changes }, statements)
  const cached = { version: { counter: '1', token: '' }, total: 40 }
  const request = { ...readRequest(planOfPage(50)), window, cached, isCounted: false, maxAge: 1000 }
  expect((await executor.read(request)).rows).toEqual([[30]])
  expect(windows).toEqual([window])
})
