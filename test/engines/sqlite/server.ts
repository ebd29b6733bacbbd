import type { TestServer } from '../../support/test-server'

/** SQLite has no server: databases are files in the folder. */
export const testServers: readonly TestServer[] = [
  {
    name: 'sqlite',
    start: (folder) => Promise.resolve({ url: `sqlite:${folder}`, stop: () => Promise.resolve() }),
  },
]
