import { DatabaseError } from 'pg'
import { errorFields } from '../../src/log/error-fields'

it('joins the messages of an error and its cause', () => {
  const error = new Error('The database failed.', { cause: new Error('no space left') })
  expect(errorFields(error)).toMatchObject({
    type: 'Error',
    message: 'The database failed: no space left',
    stack: expect.stringContaining('caused by: Error: no space left') as unknown,
  })
})

it('shortens texts of megabytes, such as values that a database quotes', () => {
  const value = 'é'.repeat(1_000_000)
  const cause = new DatabaseError(`invalid input syntax: "${value}"`, 9, 'error')
  cause.detail = `Token "${value}" is invalid.`
  cause.code = '22P02'
  const fields = errorFields(new Error('The database failed.', { cause }))
  expect(fields).toHaveProperty(
    'message',
    expect.stringMatching(/^The database failed: invalid input syntax: "é+…$/),
  )
  expect(JSON.stringify(fields).length).toBeLessThan(20_000)
  const own = errorFields(cause)
  expect(own).toMatchObject({
    code: '22P02',
    detail: expect.stringMatching(/^Token "é+…$/) as unknown,
  })
  expect(JSON.stringify(own).length).toBeLessThan(20_000)
})

it('keeps what is no error', () => {
  expect(errorFields('text')).toBe('text')
})
