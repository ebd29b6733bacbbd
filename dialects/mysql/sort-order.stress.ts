/** Every collation of the server has an order that its plans agree on. */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { orderKey } from '../../src/dialect/order-key'
import { describeEachServer } from '../../test/support/describe-each-server'
import { orderInEveryPlan } from './sort-order'

/** Characters that some collation treats in a special way, and letters of several scripts. */
const CHARACTERS = Array.from(
  'aAbBzZéÉèßsSœŒæÆøØåÅäÄöÖñÑiIıİjJyYvVwWkKlchLlccscsdz-_ .%\'"\t\n~^§×→、Σσςж漢字一丁あアｱ한국ไทยกาแเ\u00ad\u200d\u0301\u00a0￥€😀ﬁǆ',
)

const ROWS = 250

/** Repeatable: the texts of a failure are those of the next run. */
const TEXTS = Array.from({ length: ROWS }, (_, row) =>
  Array.from({ length: row % 7 }, (_, place) => {
    const index = ((row + 1) * 7919 + (place + 1) * 104_729 * (row + 3)) % CHARACTERS.length
    return CHARACTERS[index]
  }).join(''),
)

/** Long texts begin with as many equal characters. */
const BEGINNINGS = ['', 'a'.repeat(250), 'é'.repeat(500), '漢'.repeat(340), 'a'.repeat(1000)]

describeEachServer('mysql', 'the order of texts', (server) => {
  it.each([40, 2000])(
    'of at most %i characters is the same in sorts with and without a limit, and in an index',
    async (length) => {
      const url = await server.create([])
      const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
      await connection.query(
        "set sql_mode = '', max_sort_length = 1024, sql_select_limit = 18446744073709551615, autocommit = 1",
      )
      const texts = TEXTS.map((text, row) =>
        length === 40 ? text : `${BEGINNINGS[row % BEGINNINGS.length]}${text}`,
      )
      const failing: string[] = []
      for (const collation of await collationsOf(connection)) {
        if (!(await isConsistent(connection, { collation, length, texts }))) failing.push(collation)
      }
      await connection.end()
      expect(failing).toEqual([])
    },
    1_200_000,
  )

  interface Sample {
    readonly collation: string
    readonly length: number
    readonly texts: readonly string[]
  }

  async function isConsistent(
    connection: Connection,
    { collation, length, texts }: Sample,
  ): Promise<boolean> {
    await connection.query('drop table if exists t')
    const key = length === 40 ? ', key (v)' : ''
    await connection.query(
      `create table t (id int primary key, v varchar(${length}) collate ${collation}, f varchar(200)${key})`,
    )
    const rows = texts.map((text, row) => [row, text])
    await connection.query('insert ignore into t (id, v) values ?', [rows])
    const [[described]] = await connection.query<RowDataPacket[]>(
      `select character_octet_length as octets from information_schema.columns
       where table_schema = database() and table_name = 't' and column_name = 'v'`,
    )
    const column = { data_type: 'varchar', octets: described?.['octets'] as number, collation }
    const { sql } = orderInEveryPlan(orderKey('v', true), column, server.name === 'mariadb')
    const idsOf = async (rest: string): Promise<string> => {
      const [found] = await connection.query<RowDataPacket[]>(`select id from t ${rest}`)
      return found.map((row) => String(row['id'])).join()
    }
    const from = key === '' ? '' : 'ignore index (v)'
    const all = await idsOf(`${from} order by ${sql}, id`)
    const first = await idsOf(`${from} order by ${sql}, id limit 20`)
    const isSame = all.startsWith(`${first},`)
    if (sql !== 'v' || key === '') return isSame
    return isSame && all === (await idsOf('force index (v) order by v, id'))
  }
})

/** MariaDB lists the newer ones without their character set, but with it in another table. */
async function collationsOf(connection: Connection): Promise<string[]> {
  const [listed] = await connection.query<RowDataPacket[]>('show collation')
  const names = listed
    .filter(({ Charset }) => Charset !== null)
    .map((row) => String(row['Collation']))
  const [unicode] = await connection.query<RowDataPacket[]>(
    `select concat('utf8mb4_', collation_name) as name
     from information_schema.collation_character_set_applicability
     where collation_name like 'uca1400%' and character_set_name = 'utf8mb4'`,
  )
  return [...names, ...unicode.map((row) => String(row['name']))].filter(
    (name) => name !== 'binary',
  )
}
