import { OpenResources } from '../../src/program/open-resources'

it('closes all resources in reverse order, even if one fails to close', async () => {
  const closed: string[] = []
  const resources = new OpenResources()
  resources.add(() => closed.push('database'))
  resources.add(() => Promise.reject(new Error('the counter')))
  resources.add(() => {
    throw new Error('the socket')
  })
  resources.add(() => closed.push('health'))
  await expect(resources.close()).rejects.toThrow('the socket')
  expect(closed).toEqual(['health', 'database'])
  await resources.close()
  expect(closed).toHaveLength(2)
})
