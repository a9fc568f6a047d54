import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Pool } from 'undici'
import { z } from 'zod'
import { createMockServer } from '../../src/mock/create-mock-server.ts'

// A bundled server with this number of pages; sends its parent its address and the memory of the pages.
const batchSize = 25
const batchesInFlight = 2
const bodyLength = 1500
const pages = Number(process.argv[2])

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

const mock = await createMockServer({ gtins: 0 })
const before = heapUsed()
const parents = await fill()
await mock.zeroStats()
process.send?.({ url: mock.url, parents, bytesPerPage: Math.round((heapUsed() - before) / pages) })
process.once('disconnect', () => void mock.close().then(() => process.exit(0)))

/** Ten parents, and everything else below them, as a mirror with ten languages has it; the ids of the parents. */
async function fill(): Promise<number[]> {
  const pool = new Pool(mock.url, { connections: batchesInFlight })
  const made = await createPages(pool, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [])
  const numbers = Array.from({ length: pages - made.length }, (_, index) => index + made.length).values()
  const work = async (): Promise<void> => {
    for (;;) {
      const group = numbers.take(batchSize).toArray()
      if (group.length === 0) return
      await createPages(pool, group, made)
    }
  }
  await Promise.all(Array.from({ length: batchesInFlight }, work))
  await pool.close()
  return made
}

async function createPages(
  pool: Pool,
  group: readonly number[],
  above: readonly number[],
): Promise<number[]> {
  const requests = group.map((number) => ({
    path: '/cms/v2/pages?_fields=id',
    body: {
      slug: `page-${number}`,
      title: `Page ${number}`,
      status: 'publish',
      parent: above[number % 10] ?? 0,
      content: `<!-- wp:paragraph -->\n<p>${`${number} `.repeat(bodyLength).slice(0, bodyLength)}</p>\n<!-- /wp:paragraph -->`,
    },
  }))
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/rest/batch/v1',
    headers: { 'content-type': 'application/json', authorization: mock.users.admin.authorization },
    body: JSON.stringify({ requests }),
  })
  if (statusCode !== 207) throw new Error(`a batch of ${group.length} pages was answered with ${statusCode}`)
  const Answer = z.object({ responses: z.array(z.object({ body: z.object({ id: z.int() }) })) })
  return Answer.parse(await body.json()).responses.map((response) => response.body.id)
}

function heapUsed(): number {
  if (typeof collectGarbage === 'function') for (let round = 0; round < 3; round++) collectGarbage()
  return process.memoryUsage().heapUsed
}
