import { Socket } from 'node:net'
import path from 'node:path'
import { ReaderProcess } from '../../dialects/sqlite/reader-process'
import { restorerOf } from './property-restorer'

const ROOT = path.join(__dirname, '../..')

/**
 * Files of the product with functions on the call stack of a statement, the nearest to the driver first.
 * Functions that wait for a promise are on it, those that only return one are not.
 */
export async function filesAboveDriver(work: () => Promise<unknown>): Promise<string[]> {
  const { stackTraceLimit } = Error
  const restore = [Socket.prototype, ReaderProcess.prototype].map(restorerOf)
  const stacks: string[][] = []
  const record = (): void => {
    stacks.push(filesOf(new Error('the call stack').stack ?? ''))
  }
  Error.stackTraceLimit = Infinity
  beforeEachCall(Socket.prototype, 'write', record)
  // The driver of SQLite runs in another process.
  beforeEachCall(ReaderProcess.prototype, 'run', record)
  try {
    await work()
  } finally {
    for (const each of restore) each()
    Error.stackTraceLimit = stackTraceLimit
  }
  // The server writes its response too, and a session may have statements of its own, which nothing waits for:
  // the statement of the request has the longest stack.
  const ofStatements = stacks.filter(([nearest]) => nearest?.startsWith('dialects/'))
  return ofStatements.sort((a, b) => b.length - a.length)[0] ?? []
}

function beforeEachCall<Name extends string>(
  owner: Record<Name, (...args: never[]) => unknown>,
  name: Name,
  before: () => void,
): void {
  const apply: ProxyHandler<(typeof owner)[Name]>['apply'] = (method, self, args) => {
    before()
    const result: unknown = Reflect.apply(method, self, args)
    return result
  }
  Reflect.set(owner, name, new Proxy(owner[name], { apply }))
}

function filesOf(stack: string): string[] {
  const files = [...stack.matchAll(/([^\s(]+\.ts):\d+:\d+/g)]
    .map(([, file = '']) => path.relative(ROOT, file))
    .filter((file) => /^(src|dialects)\//.test(file))
  return [...new Set(files)]
}
