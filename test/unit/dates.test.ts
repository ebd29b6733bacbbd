import { shownTime } from '../../src/viewer/values/dates'

it('writes years with four digits in each zone', () => {
  // Noon is on the same day in most zones.
  const text = '0099-05-06T12:08:09Z'
  expect(shownTime(text, 'local')?.second).toMatch(/^0099-05-0[67] \d\d:\d\d:\d\d$/)
  expect(shownTime(text, 'utc')?.second).toBe('0099-05-06 12:08:09')
})
