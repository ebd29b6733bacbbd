/**
 * The environment of a test file. An `AsyncLocalStorage` that has been used takes part in every
 * asynchronous call of its process until it is disabled. Each test file has its own, of jest-circus and
 * of tracing, so without this class a process would become slower with each file.
 */
import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks'
import { TestEnvironment } from 'jest-environment-node'
import './compile-cache'

const created = new Set<AsyncLocalStorage<unknown>>()

class RecordedStorage<T> extends AsyncLocalStorage<T> {
  constructor() {
    super()
    created.add(this)
  }
}

Object.assign(asyncHooks, { AsyncLocalStorage: RecordedStorage })

export default class extends TestEnvironment {
  override async teardown(): Promise<void> {
    await super.teardown()
    for (const storage of created) storage.disable()
    created.clear()
  }
}
