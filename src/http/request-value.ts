import type { Context } from 'koa'

type RequestState = Pick<Context, 'state'>

/**
 * A value that middleware keeps for each request, in the request's state. In a WeakMap, the value and all that it
 * refers to would survive minor garbage collections, which copy them twice.
 */
export class RequestValue<Value> {
  private readonly key: symbol

  /** @param name for debugging */
  constructor(name: string) {
    this.key = Symbol(name)
  }

  get({ state }: RequestState): Value | undefined {
    return (state as Record<symbol, Value | undefined>)[this.key]
  }

  set({ state }: RequestState, value: Value): void {
    ;(state as Record<symbol, Value | undefined>)[this.key] = value
  }
}
