/** The built `tablequery view` in front of implementations that a test starts. */
import { builtProgram, type BuiltProgram } from '../support/built-program'
import type { ServedApp } from '../support/serve-app'
import { startOddUpstream } from './odd-upstream'

/** Path of the API at an implementation and at `view`. */
export const API = '/api/table-viewer'

export interface ViewProgram {
  readonly program: BuiltProgram
  /** Starts an implementation. @returns its origin */
  readonly upstreamAt: (host: string) => Promise<string>
  /** Starts `view` for an implementation. @returns its origin */
  readonly view: (baseUrl: string, ...args: readonly string[]) => Promise<string>
}

/** What it has started ends after the tests of the file. */
export function viewProgram(): ViewProgram {
  const program = builtProgram()
  const upstreams: ServedApp[] = []
  afterAll(() => {
    program.clear()
    for (const { stop } of upstreams) stop()
  })
  return {
    program,
    upstreamAt: async (host) => {
      const upstream = await startOddUpstream(host)
      upstreams.push(upstream)
      return upstream.origin
    },
    view: async (baseUrl, ...args) => {
      const { line } = await program.serve(['view', baseUrl, ...args])
      return new URL(line.split(' ')[1] ?? '').origin
    },
  }
}
