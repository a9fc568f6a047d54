import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMockServer, type MockServer } from '../../src/mock/create-mock-server.ts'

let mock: MockServer

beforeAll(async () => {
  mock = await createMockServer({ gtins: 12, languages: 'de-de,en-gb' })
})
afterAll(() => mock.close())
beforeEach(() => mock.reset())

async function page(): Promise<string> {
  const answer = await fetch(`${mock.url}/__mock/`)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  return answer.text()
}

/** The visible text, without markup and line breaks. */
async function words(): Promise<string> {
  const body = (await page()).replace(/^[\s\S]*<body>/, '')
  return body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

async function create(title: string, status: string): Promise<void> {
  const { authorization } = mock.users.admin
  const answer = await fetch(`${mock.cmsUrl}/batch/v1`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ requests: [{ path: '/cms/v2/pages', body: { title, status } }] }),
  })
  await answer.arrayBuffer()
}

test('it shows requests and writes, except its own', async () => {
  await create('One', 'publish')
  await (await fetch(`${mock.partnerUrl}/language/`)).arrayBuffer()
  const shown = await words()
  expect(shown).toContain('partner requests 1 CMS requests 1 site visits 0 CMS writes 1')
  expect(shown).toContain('POST /batch/v1 1')
  expect(shown).toContain('pages.create 1')
  expect(shown).toContain('Batches: 1 calls, 1 requests in them')
  expect(shown).toContain('GET /language/ 1 Answers: 4xx 1.')
  expect(await words()).toBe(shown)
})

test('it shows the rules in force with their hits', async () => {
  expect(await words()).toContain('Faults in force: 0')
  await mock.faults([{ side: 'partner', kind: 'status', status: 503 }])
  await (await fetch(`${mock.partnerUrl}/language/`)).arrayBuffer()
  const shown = await words()
  expect(shown).toContain('Faults in force: 1')
  expect(shown).toMatch(/&quot;status&quot;:503,.*?\} 1 1 Drawn by the seed 1\./)
})

test('it shows the content by type and links to the pages changed last', async () => {
  await create('Two & <b>three</b>', 'publish')
  await create('Four', 'draft')
  const [shown, markup] = [await words(), await page()]
  expect(shown).toContain('pages 2 publish, 2 draft 4')
  expect(markup).toContain('&lt;b&gt;')
  expect(markup).not.toContain('Four</a>')
  const path = /href="([^"]+)">Two/.exec(markup)?.[1] ?? ''
  expect((await fetch(mock.url + path)).status).toBe(200)
})

test('it shows the first ten products and links to all of them', async () => {
  const gtins = await mock.gtins()
  const shown = await words()
  expect(shown).toContain('Catalogue: 12 products in 2 languages')
  for (const gtin of gtins.slice(0, 10)) expect(shown).toContain(gtin)
  expect(shown).not.toContain(gtins[10])
})

test('every link leads to this server, and nothing is loaded from others', async () => {
  const markup = await page()
  const links = [...markup.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1] ?? '')
  expect(links).toEqual(
    expect.arrayContaining(['/', '/__mock/openapi/cms.json', '/__mock/openapi/partner.json']),
  )
  for (const link of links) {
    if (link === 'data:,') continue
    expect(link).toMatch(/^\//)
    expect({ link, status: (await fetch(mock.url + link)).status }).toEqual({ link, status: 200 })
  }
  expect(markup).not.toMatch(/<script|@import|url\(/)
})
