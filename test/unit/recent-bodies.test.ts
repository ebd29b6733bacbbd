/** The compressed bodies that were sent last. */
import { bodyKey, RecentBodies } from '../../src/http/compression/recent-bodies'

const MEBIBYTE = 1024 * 1024

it('compresses a body once for concurrent and later calls', async () => {
  const recent = new RecentBodies()
  let calls = 0
  const compress = (): Promise<Buffer> => {
    calls++
    return Promise.resolve(Buffer.from('small'))
  }
  const [first, second] = await Promise.all([
    recent.getOrCompress('a', compress),
    recent.getOrCompress('a', compress),
  ])
  const third = await recent.getOrCompress('a', compress)
  expect([calls, second === first, third === first, first.toString()]).toEqual([
    ...[1, true, true, 'small'],
  ])
})

it('does not keep a failure', async () => {
  const recent = new RecentBodies()
  const fail = (): Promise<Buffer> => Promise.reject(new Error('no memory'))
  await expect(recent.getOrCompress('a', fail)).rejects.toThrow('no memory')
  expect(recent.get('a')).toBeUndefined()
  const body = await recent.getOrCompress('a', () => Promise.resolve(Buffer.from('small')))
  expect(body.toString()).toBe('small')
})

it('keeps no more than 8 MiB, of the bodies that were sent last', () => {
  const recent = new RecentBodies()
  for (let number = 0; number < 7; number++) recent.keep(String(number), Buffer.alloc(MEBIBYTE))
  expect(recent.get('0')).toBeDefined()
  for (const key of ['7', '8']) recent.keep(key, Buffer.alloc(MEBIBYTE))
  const kept = Array.from({ length: 9 }, (_, number) => recent.get(String(number)) !== undefined)
  expect(kept).toEqual([true, false, false, true, true, true, true, true, true])
})

it('bounds the number of tiny bodies', () => {
  const recent = new RecentBodies()
  for (let number = 0; number < 100_000; number++) recent.keep(String(number), Buffer.alloc(1))
  expect([recent.get('0'), recent.get('99999')]).toEqual([undefined, Buffer.alloc(1)])
})

it('keeps a body without the larger memory that it was part of', () => {
  const kept = new RecentBodies().keep('a', Buffer.alloc(100_000).subarray(0, 10))
  expect([kept.length, kept.buffer.byteLength]).toEqual([10, 10])
})

it('tells bodies and encodings apart by their keys', () => {
  const keys = [
    bodyKey(Buffer.from('a'), 'br'),
    bodyKey(Buffer.from('b'), 'br'),
    bodyKey(Buffer.from('a'), 'gzip'),
  ]
  expect(new Set(keys).size).toBe(3)
  expect(bodyKey(Buffer.from('a'), 'br')).toBe(keys[0])
})
