/**
 * `npm run bench:crowd`: a thousand clients at once that ask for pages, searches and tables, in turns with
 * the bare handler; cheap requests beside 200 expensive ones; and, while data changes, pages in turns with a
 * handler that counts.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseCommandLine } from '../command-line'
import { quantile, sendFromMany, type Reply } from '../../test/support/many-clients'
import { startDatabase, type PrivateDatabase } from './bench-database'
import { startContender, type Contender } from './contender'
import { runAndStop } from './running'

const { values } = parseCommandLine({
  options: {
    engines: { type: 'string', default: 'postgres,sqlite,mysql,mariadb' },
    rows: { type: 'string', default: '1000000' },
    clients: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '5000' },
    turns: { type: 'string', default: '5' },
  },
})

const PAGES = 2500
const TERMS = ['even', 'odd', 'row']

/** Milliseconds between two commits. */
const COMMIT_INTERVAL = 10

/** Number of expensive requests that run or wait while cheap ones are measured. */
const EXPENSIVE = 200

runAndStop(main)

async function main(): Promise<void> {
  for (const engine of values.engines.split(',')) await measureEngine(engine)
}

async function measureEngine(engine: string): Promise<void> {
  const database = await startDatabase(engine, Number(values.rows))
  const contenders: Contender[] = []
  try {
    for (const name of ['bare', 'tablequery']) {
      contenders.push(await startContender(name, database.url))
    }
    for (let turn = 0; turn <= Number(values.turns); turn++) {
      for (const contender of contenders) {
        const title = `${engine}, ${turn === 0 ? 'first requests' : `turn ${turn}`}, ${contender.name}`
        print(title, await sendCrowd(contender))
      }
    }
    const served = contenders.find(({ name }) => name === 'tablequery')
    if (served) await measureBesideExpensive(engine, served)
    contenders.push(await startContender('counting', database.url))
    await measureDuringWrites(engine, database, contenders)
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()))
    await database.stop()
  }
}

function sendCrowd({ route }: Contender): Promise<Reply[]> {
  const { origin, pathname, search } = new URL(route)
  const mount = pathname.replace(/\/query$/, '')
  return sendFromMany(origin, {
    clients: Number(values.clients),
    requests: Number(values.requests),
    // The bare handler answers every path with a page.
    path: (number) => {
      const kind = number % 10
      if (kind === 0) return `${mount}/tables`
      if (kind === 1) return `${mount}/tables/bench`
      const page = `${pathname}${search}&page=${1 + ((number * 7919) % PAGES)}`
      const term = TERMS[number % TERMS.length]
      return kind === 2 ? `${pathname}${search}&filter=${term}&page=${1 + (number % 50)}` : page
    },
  })
}

/** Pages, alone and beside searches that read the whole table. */
async function measureBesideExpensive(engine: string, { route }: Contender): Promise<void> {
  const { origin, pathname, search } = new URL(route)
  const cheap = {
    clients: 8,
    requests: 1000,
    path: (number: number): string => `${pathname}${search}&page=${1 + (number % 50)}`,
  }
  print(`${engine}, pages alone`, await sendFromMany(origin, cheap))
  const expensive = {
    clients: EXPENSIVE,
    requests: EXPENSIVE,
    path: (number: number) => `${pathname}${search}&sort=amount:asc&filter=nowhere${number}`,
  }
  const searches = sendFromMany(origin, expensive)
  await delay(500)
  print(`${engine}, pages beside ${EXPENSIVE} searches`, await sendFromMany(origin, cheap))
  print(`${engine}, the searches`, await searches)
}

/** Different pages while another table is written to, which makes every total outdated. */
async function measureDuringWrites(
  engine: string,
  { writer }: PrivateDatabase,
  contenders: readonly Contender[],
): Promise<void> {
  await writer.run('create table changed (id int primary key)')
  let hasStopped = false
  const write = async (): Promise<void> => {
    for (let id = 1; !hasStopped; id++) {
      await writer.run(`insert into changed values (${id})`)
      await delay(COMMIT_INTERVAL)
    }
  }
  const writing = write()
  for (const { name, route } of contenders) {
    if (name === 'bare') continue
    const { origin, pathname, search } = new URL(route)
    const path = (number: number): string => `${pathname}${search}&page=${1 + (number % 50)}`
    for (const clients of [1, 50]) {
      const began = performance.now()
      const replies = await sendFromMany(origin, { clients, requests: 4 * clients + 20, path })
      const rate = (replies.length * 1000) / (performance.now() - began)
      const title = `${engine}, ${clients} clients during writes, ${name}`
      print(`${title}, ${rate.toFixed(1)} responses a second`, replies)
    }
  }
  hasStopped = true
  await writing
}

function print(title: string, replies: readonly Reply[]): void {
  const failed = replies.filter(({ status }) => status !== 200).length
  const times = [0.5, 0.99, 1].map((share) => quantile(replies, share).toFixed(0))
  console.log(
    `${title}: p50 ${times[0]} ms, p99 ${times[1]} ms, max ${times[2]} ms, ${failed} failed`,
  )
}
