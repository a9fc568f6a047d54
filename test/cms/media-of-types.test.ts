import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createCms } from '../../src/cms/cms.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { startMock } from '../helpers/world/mock-server.ts'

const types = join(import.meta.dirname, '..', '..', 'examples', 'types', 'product.yaml')
const { signal } = new AbortController()
const login = `Basic ${Buffer.from('admin:abcdabcdabcdabcdabcdabcd').toString('base64')}`

it('a file counts as used if only an entry of the mirror’s post type shows it', async () => {
  const mock = await startMock({ gtins: 1, languages: 'de-de', types })
  const connect = (type: string) =>
    createCms({
      apiRoot: mock.cmsRoot,
      namespace: 'cms/v2',
      auth: { user: 'admin', password: 'abcdabcdabcdabcdabcdabcd' },
      gate: openGate(),
      type,
    })
  const [products, pages] = [connect('product'), connect('pages')]
  try {
    const media = { id: 7_000, url: `${mock.origin}/uploads/band-1a2b3c4d.png` }
    await fetch(`${mock.cmsRoot}/cms/v2/product`, {
      method: 'POST',
      headers: { authorization: login, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Band', status: 'draft', content: `<img src="${media.url}">` }),
    })
    expect(await products.isMediaUsed(media as Parameters<typeof products.isMediaUsed>[0], signal)).toBe(true)
    expect(await pages.isMediaUsed(media as Parameters<typeof pages.isMediaUsed>[0], signal)).toBe(false)
  } finally {
    await Promise.all([products.close(), pages.close(), mock.close()])
  }
})
