import { restorerOf } from '../support/property-restorer'

it('gives properties the values that they had, removes new ones, and brings removed ones back', () => {
  const object: Record<string, unknown> = { kept: 1, changed: 'before', removed: null }
  const restore = restorerOf(object)
  object['changed'] = 'after'
  object['added'] = 2
  object['constructor'] = 'of every object, until now inherited'
  delete object['removed']
  restore()
  expect(Object.entries(object)).toEqual([
    ['kept', 1],
    ['changed', 'before'],
    ['removed', null],
  ])
})

it('replaces a value by the getter that it replaced', () => {
  const object = Object.defineProperty({}, 'late', { get: () => 'value', configurable: true })
  const restore = restorerOf(object)
  Object.defineProperty(object, 'late', { value: 'other' })
  restore()
  expect(Object.getOwnPropertyDescriptor(object, 'late')?.get?.()).toBe('value')
})

it('restores environment variables', () => {
  const restore = restorerOf(process.env)
  const { TZ } = process.env
  process.env['TZ'] = 'Asia/Tokyo'
  process.env['TABLEQUERY_NEW'] = '1'
  restore()
  expect(process.env['TZ']).toBe(TZ)
  expect('TABLEQUERY_NEW' in process.env).toBe(false)
})
