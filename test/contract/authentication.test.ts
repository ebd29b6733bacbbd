import { conformance } from '../../fixtures/conformance/conformance'
import { authenticationFailed } from '../../src/core/errors'
import { describeOneEngine } from '../support/describe-each-engine'

describeOneEngine(
  'authentication',
  conformance,
  (t) => {
    const paths = [
      'query?table=people',
      'query?page=0',
      'query?table=nope',
      'tables',
      'tables/nope',
    ]

    it.each(paths)('comes before any other check of %s', async (path) => {
      const { status, text } = await t.app.get(path)
      expect(JSON.parse(text)).toEqual({
        error: 'AUTHENTICATION_FAILED',
        message: 'Authentication failed: a bearer token is needed.',
        details: { authMethod: 'bearer', reason: 'a bearer token is needed' },
      })
      expect(status).toBe(401)
    })

    it('accepts valid credentials', async () => {
      const headers = { Authorization: 'Bearer valid' }
      expect((await t.app.get('query?table=people', { headers })).status).toBe(200)
    })

    it('responds 500, not 401, when the check itself fails', async () => {
      const headers = { Authorization: 'Bearer broken' }
      const { status, text } = await t.app.get('tables', { headers })
      expect(JSON.parse(text)).toEqual({
        error: 'INTERNAL_SERVER_ERROR',
        message: 'An unexpected error occurred on the server.',
      })
      expect(status).toBe(500)
    })
  },
  {
    authenticate: (ctx) => {
      const token = ctx.get('Authorization')
      if (token === 'Bearer broken') throw new Error('the token service at secret.host is down')
      if (token !== 'Bearer valid') throw authenticationFailed('bearer', 'a bearer token is needed')
    },
  },
)
