import { shownTime, timeOf } from '../../src/viewer/values/dates'

it('writes years with four digits in each zone', () => {
  // Noon is on the same day in most zones.
  const text = '0099-05-06T12:08:09Z'
  expect(shownTime(text, 'local')?.second).toMatch(/^0099-05-0[67] \d\d:\d\d:\d\d$/)
  expect(shownTime(text, 'utc')?.second).toBe('0099-05-06 12:08:09')
})

it('shows years of more than four digits in the local zone', () => {
  const local = new Date(Date.UTC(10_000, 5, 6, 12, 8, 9))
  const day = `10000-06-${String(local.getDate()).padStart(2, '0')}`
  const minute = `${String(local.getHours()).padStart(2, '0')}:${String(local.getMinutes()).padStart(2, '0')}`
  const text = '10000-06-06T12:08:09Z'
  expect(shownTime(text, 'local')).toEqual({
    minute: `${day} ${minute}`,
    second: `${day} ${minute}:09`,
  })
  expect(shownTime(text, 'utc')?.minute).toBe('10000-06-06 12:08')
})

it('marks times that JavaScript cannot convert as UTC', () => {
  const text = '294276-12-31T12:08:09.5Z'
  expect(shownTime(text, 'local')?.minute).toBe('294276-12-31 12:08Z')
  expect(shownTime(text, 'local')?.second).toBe('294276-12-31 12:08:09Z')
  expect(shownTime(text, 'utc')?.minute).toBe('294276-12-31 12:08')
  expect(shownTime('294276-12-31T12:08:09', 'local')?.minute).toBe('294276-12-31 12:08')
})

it.each([
  ['10000-06-06', Date.UTC(10_000, 5, 6)],
  ['10000-06-06T12:08:09', Date.UTC(10_000, 5, 6, 12, 8, 9)],
  ['123456-06-06 12:08:09.5', Date.UTC(123_456, 5, 6, 12, 8, 9, 500)],
  ['123456-06-06T12:08:09Z', Date.UTC(123_456, 5, 6, 12, 8, 9)],
])('reads the time of %s', (text, time) => {
  expect(timeOf(text)).toBe(time)
})

it.each([
  'room 5',
  'order 12',
  '12',
  '2024',
  ' ',
  'May 2024',
  '2024-05',
  '2024-05-06T12',
  'infinity',
])('reads no time from %j', (text) => {
  expect(timeOf(text)).toBeNaN()
})

it('reads the time of a date, and of a timestamp without seconds', () => {
  expect(timeOf('2024-05-06')).toBe(Date.UTC(2024, 4, 6))
  expect(timeOf('2024-05-06 12:08')).toBe(Date.UTC(2024, 4, 6, 12, 8))
})
