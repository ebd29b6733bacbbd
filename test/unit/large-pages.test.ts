import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createLargePageGate, type LargePageGate } from '../../src/http/large-pages'

const LARGE = 101

interface Asked {
  readonly response: ServerResponse
  readonly leave: () => void
  readonly hasBegun: () => boolean
  readonly finish: (body: string | Buffer) => void
  readonly page: Promise<{ body: string | Buffer }>
}

function ask(gate: LargePageGate, limit = LARGE): Asked {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const leaving = new AbortController()
  let hasBegun = false
  let finish: Asked['finish'] = () => undefined
  const made = new Promise<{ body: string | Buffer }>((resolve) => {
    finish = (body) => {
      resolve({ body })
    }
  })
  const page = gate(limit, leaving.signal, response, () => {
    hasBegun = true
    return made
  })
  page.catch(() => undefined)
  const leave = (): void => {
    leaving.abort()
    response.emit('close')
  }
  return { response, leave, hasBegun: () => hasBegun, finish, page }
}

const begun = async (asked: readonly Asked[]): Promise<boolean[]> => {
  await delay(5)
  return asked.map(({ hasBegun }) => hasBegun())
}

it('makes one page after the other, in the order of the requests, and small ones at once', async () => {
  const gate = createLargePageGate()
  const asked = [ask(gate), ask(gate), ask(gate), ask(gate, LARGE - 1)]
  expect(await begun(asked)).toEqual([true, false, false, true])
  asked[0]?.finish('')
  expect(await begun(asked)).toEqual([true, true, false, true])
})

it('lets nobody wait long for a slow statement', async () => {
  const gate = createLargePageGate()
  const asked = [ask(gate), ask(gate), ask(gate)]
  await delay(350)
  expect(await begun(asked)).toEqual([true, true, false])
  asked[0]?.finish('')
  expect(await begun(asked)).toEqual([true, true, false])
  asked[1]?.finish('')
  expect(await begun(asked)).toEqual([true, true, true])
})

it('makes no more while clients are slow to take what was made', async () => {
  const gate = createLargePageGate()
  const asked = [ask(gate), ask(gate), ask(gate)]
  for (const { finish } of asked) finish(Buffer.alloc(16 * 1024 * 1024))
  expect(await begun(asked)).toEqual([true, true, false])
  asked[1]?.response.emit('close')
  expect(await begun(asked)).toEqual([true, true, true])
})

it('forgets those who left, before their turn or while it lasted', async () => {
  const gate = createLargePageGate()
  const asked = [ask(gate), ask(gate), ask(gate)]
  expect(await begun(asked)).toEqual([true, false, false])
  for (const { leave } of asked.slice(0, 2)) leave()
  asked[0]?.finish(Buffer.alloc(64 * 1024 * 1024))
  await expect(asked[0]?.page).rejects.toThrow('aborted')
  await expect(asked[1]?.page).rejects.toThrow('aborted')
  expect(await begun(asked)).toEqual([true, false, true])
})
