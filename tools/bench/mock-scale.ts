import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { z } from 'zod'
import { mockUsers } from '../../src/mock/mock-users.ts'
import { type Call, type Store, calls } from './mock-scale-calls.ts'

const Filled = z.object({ url: z.string(), parents: z.array(z.int()), bytesPerPage: z.int() })
const limit = 3

/**
 * Times the calls of clients to the bundled CMS with few pages and with many, alternately, each server in a separate
 * process. Prints the ratios of the medians, and the memory that a page takes.
 */
export async function benchMockScale(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      few: { type: 'string', default: '200' },
      many: { type: 'string', default: '200000' },
      rounds: { type: 'string', default: '40' },
    },
  })
  const rounds = Number(values.rounds)
  const startedAt = performance.now()
  const [few, many] = await Promise.all([openStore(Number(values.few)), openStore(Number(values.many))])
  console.log(
    `Node ${process.version}; bundled servers with ${few.pages} and ${many.pages} pages, filled after ${seconds(startedAt)} s; medians of ${rounds} calls each\n`,
  )
  console.log(
    `${'call'.padEnd(46)}${`${few.pages}`.padStart(10)}${`${many.pages}`.padStart(10)}   ratio (limit ${limit})`,
  )
  for (const call of calls) console.log(await compare(call, few, many, rounds))
  console.log(
    `\nmemory: ${many.bytesPerPage} bytes a page at ${many.pages} pages (${few.bytesPerPage} at ${few.pages}), heap in use after garbage collection; its content is 1500 bytes of text`,
  )
  await Promise.all([few.close(), many.close()])
}

async function openStore(
  pages: number,
): Promise<Store & { bytesPerPage: number; close: () => Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'mock-scale-process.ts'), [String(pages)], {
    execArgv: ['--max-old-space-size=6144'],
  })
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`the server with ${pages} pages ended before it was filled`)
    }),
  ])
  const { url, ...filled } = Filled.parse(message)
  const pool = new Pool(url, { connections: 1 })
  const close = async (): Promise<void> => {
    await pool.close()
    child.disconnect()
    await once(child, 'exit')
  }
  return { ...filled, pages, made: 0, send: (request) => sendTo(pool, request), close }
}

async function sendTo(
  pool: Pool,
  { method = 'GET', path, body }: ReturnType<Call['request']>,
): Promise<void> {
  const answer = await pool.request({
    method,
    path: `/api/rest${path}`,
    headers: { authorization: mockUsers.admin.authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 200)}`)
}

async function compare(call: Call, few: Store, many: Store, rounds: number): Promise<string> {
  const times: [number[], number[]] = [[], []]
  const first = await time(call, many)
  await time(call, few)
  for (let round = 0; round < rounds; round++) {
    times[0].push(await time(call, few))
    times[1].push(await time(call, many))
  }
  const [small, large] = [median(times[0]), median(times[1])]
  const ratio = large / small
  const verdict = call.exempt === true ? '(no limit)' : ratio > limit ? 'ABOVE' : ''
  const shown = [small, large].map((ms) => `${ms.toFixed(2)} ms`.padStart(10)).join('')
  return `${call.name.padEnd(46)}${shown}${ratio.toFixed(1).padStart(8)} ${verdict} first ${first.toFixed(0)} ms`
}

async function time(call: Call, store: Store): Promise<number> {
  const request = call.request(store)
  const startedAt = performance.now()
  await store.send(request)
  return performance.now() - startedAt
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0)
}
