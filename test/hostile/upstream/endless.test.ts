import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, type TestContext } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { countAttacks } from '../helpers/attacks.ts'
import { openAttacker } from './attacker.ts'

const it = withWorld({ gtins: 1, languages: ['de-de'] })

const isLanguages = (url: string): boolean => url.includes('/language/')

/** The n-th page of an endless list of languages. */
function pageWithNext(url: string): { results: string[]; next: string } {
  const page = Number(/\?page=(\d+)/.exec(url)?.[1] ?? 1)
  return { results: ['de-de'], next: `/api/partner/v1/language/?page=${page + 1}` }
}

describe.concurrent('an endless input ends the run with an error that contains the limit and its variable', () => {
  it.for<[string, (url: string) => unknown, string]>([
    ['pages of languages', pageWithNext, 'more than 200 pages'],
    [
      '300 000 languages',
      () => Array.from({ length: 300_000 }, (_, index) => `aa-${index}`),
      'more than 200 entries',
    ],
  ])('%s', async ([kind, listAt, limit], { world, task }) => {
    countEndless({ task }, kind)
    let asked = 0
    const attacker = await openAttacker(world.mock.partnerBaseUrl, {
      answer(url) {
        if (!isLanguages(url)) return undefined
        asked++
        return { json: listAt(url) }
      },
    })
    try {
      const env = { PARTNER_BASE_URL: attacker.origin, MIRROR_ID: `languages-${limit.length}` }
      const ended = await world.spawnWith(env, 'sync', '--json').ended
      expect(ended).toMatchObject({ code: 5, stderr: expect.stringContaining(limit) })
      expect(ended.stderr).toContain('raise PARTNER_MAX_LANGUAGES')
      expect(asked).toBeLessThanOrEqual(200)
    } finally {
      await attacker.close()
    }
  })

  it('pages of the CMS', async ({ world, task }) => {
    countEndless({ task }, 'parts of a list of the CMS')
    let lists = 0
    const attacker = await openAttacker(world.mock.cmsRoot, {
      change(url, reply) {
        if (!url.includes('/pages?')) return undefined
        lists++
        return { ...reply, headers: { ...reply.headers, 'x-wp-totalpages': '1000000000' } }
      },
    })
    try {
      const root = attacker.origin + new URL(world.mock.cmsRoot).pathname
      const env = { CMS_API_ROOT: root, MIRROR_ID: 'lists' }
      const ended = await world.spawnWith(env, 'sync', '--json').ended
      expect(ended).toMatchObject({ code: 6, stderr: expect.stringContaining('the limit is 2000000.') })
      expect(ended.stderr).toContain('raise CMS_MAX_LIST_ROWS')
      expect(lists).toBeLessThan(10)
      expect(await world.recordPages()).toEqual([])
    } finally {
      await attacker.close()
    }
  })

  it('a catalogue', async ({ world, task }) => {
    countEndless({ task }, 'body of a catalogue')
    await using server = await openEndless('4006381333931\n')
    const ended = await world.spawnWith({ CATALOG: server.url, MIRROR_ID: 'catalogue' }, 'sync', '--json')
      .ended
    expect(ended).toMatchObject({ code: 7, stderr: expect.stringContaining('more than 128000000 bytes') })
    expect(ended.stderr).toContain('raise CATALOG_MAX_ENTRIES')
  })
})

function countEndless(context: Pick<TestContext, 'task'>, kind: string): void {
  countAttacks(context, `endless inputs: ${kind}`, 1)
}

/** A server whose response repeats a line as long as the client reads it. */
async function openEndless(line: string) {
  const chunk = Buffer.from(line.repeat(5_000))
  const endless = function* (): Generator<Buffer> {
    for (;;) yield chunk
  }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    // The client disconnects.
    pipeline(Readable.from(endless()), response).catch(() => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/catalog.txt`,
    async [Symbol.asyncDispose](): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
