/** A server that refuses every request from a certain one on: a run waits after each of its attempts. */
import { runConformance, textReport } from '../../src/conformance'
import {
  memoryImplementation,
  serveImplementation,
  stopImplementations,
} from './memory-implementation'

afterEach(stopImplementations)

it('ends the run if it refuses every request', async () => {
  const plain = memoryImplementation({ one: { columns: { id: 'integer' }, rows: [[1]] } })
  let requests = 0
  const baseUrl = await serveImplementation((req, res) => {
    if (++requests > 30) res.writeHead(503, { 'Retry-After': '0' }).end()
    else plain(req, res)
  })
  const report = await runConformance({ baseUrl })
  expect(report.isComplete).toBe(false)
  expect(report.requests).toBeLessThan(200)
  expect(textReport(report)).toContain('503 after 20 attempts')
})
