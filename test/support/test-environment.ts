/**
 * The environment of a test file: that of Node.js itself instead of a context with copies of its globals,
 * where each access to a global costs more. When the file ends, the globals and environment variables get
 * the values that they had before.
 */
import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks'
import { ModernFakeTimers } from '@jest/fake-timers'
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment'
import { TestEnvironment } from 'jest-environment-node'
import { ModuleMocker } from 'jest-mock'
import { restorerOf } from './property-restorer'

/**
 * An `AsyncLocalStorage` that has been used takes part in every asynchronous call of its process until it
 * is disabled. Each test file with tracing has its own, so a process would become slower with each.
 */
const created = new Set<AsyncLocalStorage<unknown>>()

class RecordedStorage<T> extends AsyncLocalStorage<T> {
  constructor() {
    super()
    created.add(this)
  }
}

Object.assign(asyncHooks, { AsyncLocalStorage: RecordedStorage })

/** Jest replaces `process.exit` for each test file. */
const exit = process.exit.bind(process)

export default class extends TestEnvironment {
  private readonly restore = [restorerOf(globalThis), restorerOf(process.env)]

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context)
    // Not assigned, because the types of Jest and of @types/jest differ.
    Object.assign(this, { global: globalThis })
    this.moduleMocker = new ModuleMocker(globalThis)
    this.fakeTimersModern = new ModernFakeTimers({
      config: config.projectConfig,
      global: globalThis,
    })
  }

  override async teardown(): Promise<void> {
    await super.teardown()
    for (const restore of this.restore) restore()
    process.exit = exit
    for (const storage of created) storage.disable()
    created.clear()
  }
}
