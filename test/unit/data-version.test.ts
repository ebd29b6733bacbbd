import { trackedVersion } from '../../src/core/data-version'
import { tableSchema } from '../support/table-schema'

describe('the version after the check that a table is still tracked', () => {
  const version = { counter: '1', token: '' }

  /** @param counter after the check */
  const versionIf = (isTracked: number, counter: string): ReturnType<typeof trackedVersion> => {
    let current = '1'
    const readRows = (): Promise<number[][]> => {
      current = counter
      return Promise.resolve([[isTracked]])
    }
    const changes = { counter: () => current }
    const table = tableSchema({ isTracked: true, trackingCheck: { sql: '', bindings: [] } })
    return trackedVersion(table, { changes, readRows }, version)
  }

  it('is that of the statement', async () => {
    expect(await versionIf(1, '1')).toBe(version)
  })

  it('is absent if the table is not tracked any more', async () => {
    expect(await versionIf(0, '1')).toBeUndefined()
  })

  it('is absent if the data has changed since the statement', async () => {
    expect(await versionIf(1, '2')).toBeUndefined()
  })
})
