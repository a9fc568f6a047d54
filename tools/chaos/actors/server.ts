import type { FastifyInstance } from 'fastify'
import { readMockConfig } from '../../../config/mock.ts'
import type { MockStats, ProductPatch } from '../../../src/mock/contracts/stats.ts'
import type { EditorActionResult, EditorWork } from '../../../src/mock/contracts/editor.ts'
import type { Faults } from '../../../src/mock/contracts/faults.ts'
import { createMockApp } from '../../../src/mock/app.ts'
import { mockUsers } from '../../../src/mock/mock-users.ts'
import { mappedFiles } from '../story/mapped.ts'
import type { Schedule } from '../story/schedule.ts'
import { addSiteOddities, personsHeader } from './site-oddities.ts'

/** A bundled server in this process; with `plugin` the CMS rewrites the content that it is sent to save. */
export async function startServer(
  schedule: Pick<Schedule, 'gtins' | 'languages' | 'engine' | 'seed' | 'signed' | 'workflow' | 'mapped'>,
) {
  const { gtins, languages, engine, seed, signed, workflow = false } = schedule
  const config = readMockConfig(
    {
      host: '127.0.0.1',
      port: 0,
      gtins,
      languages: languages.join(','),
      seed: 1 + (seed % 5),
      ...(schedule.mapped && { types: mappedFiles.types }),
    },
    {},
  )
  const app = createMockApp(config)
  if (engine === 'plugin') addPlugin(app)
  const setStrange = addSiteOddities(app)
  const batches = countBatches(app)
  const url = await app.listen({ host: config.host, port: 0 })
  const oddity = (name: 'filtered-html' | 'editorial-statuses' | 'review-workflow') =>
    ({ side: 'cms', kind: 'oddity', name }) as const
  const always: Extract<Faults, readonly unknown[]>[number][] = [
    ...(engine === 'filtered' ? [oddity('filtered-html')] : []),
    ...(workflow ? [oddity('editorial-statuses')] : []),
  ]

  async function control(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${url}/__mock${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const order = async (...call: Parameters<typeof control>): Promise<void> => {
    await (await control(...call)).arrayBuffer()
  }
  const { name: login, password, authorization } = mockUsers.admin
  const arm = (rules: readonly Extract<Faults, readonly unknown[]>[number][]): Promise<void> =>
    order('PUT', '/faults', { seed: 1 + (seed % 1000), rules: [...always, ...rules] })
  if (workflow) await arm([])
  if (signed !== undefined) await order('PUT', '/partner', { signedFiles: signed })
  // By the address without its signature: the last record with a link to the file, and that link.
  const links = new Map<string, { gtin: string; language: string; link: string }>()

  async function readProduct(gtin: string, language: string): Promise<Record<string, unknown> | undefined> {
    const response = await fetch(`${url}/api/partner/v1/product/${gtin}/?language=${language}`, {
      headers: { authorization: `Token ${config.token}` },
    })
    const body = (await response.json()) as Record<string, unknown>
    if (response.status !== 200) return undefined
    if (signed === undefined) return body
    const fields = Object.entries(body).map(([field, value]) => {
      if (typeof value !== 'string' || !value.includes('X-Amz-Signature')) return [field, value]
      const plain = value.replace(/\?.*$/, '')
      links.set(plain, { gtin, language, link: value })
      return [field, plain]
    })
    return Object.fromEntries(fields) as Record<string, unknown>
  }

  return {
    url,
    login,
    password,
    token: config.token,
    isMapped: schedule.mapped === true,
    gtins: async () => (await (await control('GET', '/catalog.txt')).text()).split('\n').filter(Boolean),
    stats: async () => (await (await control('GET', '/stats')).json()) as MockStats,
    /** From now on the site does these things to these pages, and nothing to others. */
    setStrange,
    /** The statuses that pages may have here, as a list requests them. */
    statuses: `publish,future,draft,pending,private,trash${workflow ? ',in-review,archive' : ''}`,
    /** From now on a plugin gives another status to new pages. */
    async beginWorkflow(): Promise<void> {
      always.push(oddity('review-workflow'))
      await arm([])
    },
    backUp: () => order('POST', '/backup'),
    restore: () => order('POST', '/restore'),
    zeroStats: () => {
      batches.begin()
      return order('DELETE', '/stats')
    },
    /** Waits until so many batches have arrived since the counts were last set to zero. */
    untilBatches: batches.until,
    faults: arm,
    patch: (gtin: string, language: string, fields: ProductPatch) =>
      order('PUT', `/products/${gtin}/${language}`, fields),
    remove: (gtin: string, language: string) => order('DELETE', `/products/${gtin}/${language}`),
    setLanguages: (codes: readonly string[]) => order('PUT', '/languages', codes),
    async edit(action: EditorWork['actions'][number]): Promise<EditorActionResult | undefined> {
      const response = await control('POST', '/editor', { actions: [action] })
      return ((await response.json()) as { done: EditorActionResult[] }).done[0]
    },
    /** Sends a request to the CMS as its administrator. */
    async cms<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${url}/api/rest${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', [personsHeader]: 'yes' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
    /** A record as the partner serves it now; undefined if the partner reports that there is none. */
    product: readProduct,
    async file(address: string): Promise<Buffer | undefined> {
      const known = links.get(address)
      // Its signature may have expired.
      if (known !== undefined) await readProduct(known.gtin, known.language)
      const response = await fetch(links.get(address)?.link ?? address)
      const bytes = Buffer.from(await response.arrayBuffer())
      return response.status === 200 ? bytes : undefined
    },
    close: () => app.close(),
  }
}

/** Counts the batches that arrive. Asking the server over HTTP every few milliseconds takes more time than the runs. */
function countBatches(app: FastifyInstance) {
  let arrived = 0
  let waiting: { count: number; resolve: () => void }[] = []
  app.addHook('onRequest', ({ method, url }, _reply, done) => {
    if (method === 'POST' && url.includes('/batch/v1')) {
      arrived++
      for (const { count, resolve } of waiting) if (arrived >= count) resolve()
      waiting = waiting.filter(({ count }) => arrived < count)
    }
    done()
  })
  return {
    begin: (): void => void (arrived = 0),
    until: (count: number): Promise<void> =>
      new Promise((resolve) => {
        if (arrived >= count) resolve()
        else waiting.push({ count, resolve })
      }),
  }
}

export type ChaosServer = Awaited<ReturnType<typeof startServer>>

export const pluginMark = '·'

/** The plug-in's change to a page's markup: it marks the end of each cell, once. */
const withPlugin = (markup: string): string =>
  markup.replaceAll(new RegExp(`(?<!${pluginMark})</td>`, 'g'), ` ${pluginMark}</td>`)

/** Some plug-ins change what is saved; the mirror must not take that for an editor's work. */
function addPlugin(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (Buffer.isBuffer(request.body) && request.method !== 'GET' && request.url.includes('/batch/v1'))
      request.body = Buffer.from(withPlugin(request.body.toString()))
    done()
  })
}
