import { describe, expect } from 'vitest'
import { withBundled } from '../helpers/upstream-fixtures.ts'
import { openChangingProxy } from '../helpers/world/changing-proxy.ts'

const noRoute = { code: 'rest_no_route', message: 'No route was found.', data: { status: 404 } }
const signal = new AbortController().signal

/**
 * The bundled CMS as a stock WordPress: it serves its pages in `wp/v2`, and has no `cms/v2`. `lists`: the namespaces of
 * its index; `null` refuses the index.
 */
const it = withBundled().extend('openStock', ({ mock, closing }) => {
  return async (lists: readonly string[] | null = ['wp/v2']) => {
    const proxy = await openChangingProxy(new URL(mock.cmsRoot).origin, {
      instead({ path }) {
        const isIndex = /\/api\/rest\/\?/.test(path)
        if (isIndex && lists === null) return { status: 403, body: '{}', type: 'application/json' }
        if (!path.includes('/cms/v2/')) return undefined
        return { status: 404, body: JSON.stringify(noRoute), type: 'application/json' }
      },
      before({ path, body }) {
        return {
          path: path.replace('/wp/v2/', '/cms/v2/'),
          ...(path.endsWith('/batch/v1') && { body: swap(body) }),
        }
      },
      after({ path }, answer) {
        if (!/\/api\/rest\/\?/.test(path)) return answer
        return { ...answer, body: answer.body.replace(/"namespaces":\[.*?\]/, listed(lists)) }
      },
    })
    closing.push(proxy)
    return { proxy, root: `${proxy.origin}/api/rest` }
  }
})

/** A request for the missing namespace gets a path that no server has. */
function swap(body: string): string {
  return body.replaceAll('"/cms/v2/', '"/none/v2/').replaceAll('"/wp/v2/', '"/cms/v2/')
}

function listed(lists: readonly string[] | null): string {
  return `"namespaces":${JSON.stringify(lists)}`
}

const create = { kind: 'create', body: { slug: 'a-page', status: 'draft', title: 'A page' } } as const

describe('a CMS that lists wp/v2 and not cms/v2', () => {
  it('is read and written in wp/v2 without CMS_NAMESPACE', async ({ openStock, connectCms }) => {
    const { proxy, root } = await openStock()
    const cms = connectCms(root, { namespace: undefined })
    const user = await cms.fetchUser(signal)
    const [written] = await cms.writePages([create], signal)
    expect([user.name, written?.ok]).toEqual(['admin', true])
    const missed = proxy.calls.filter(({ path }) => path.includes('/cms/v2/'))
    expect(missed).toHaveLength(1)
    expect(proxy.calls.filter(({ path }) => path.includes('_fields=namespaces'))).toHaveLength(1)
  })

  it('is found even if the first request is a batch', async ({ openStock, connectCms }) => {
    const { root } = await openStock()
    const [written] = await connectCms(root, { namespace: undefined }).writePages([create], signal)
    expect(written?.ok).toBe(true)
  })

  it('is found once by parallel requests, each of which succeeds', async ({ openStock, connectCms }) => {
    const { root } = await openStock()
    const cms = connectCms(root, { namespace: undefined })
    const users = await Promise.all([1, 2, 3].map(() => cms.fetchUser(signal)))
    expect(users.map(({ name }) => name)).toEqual(['admin', 'admin', 'admin'])
  })

  it('is refused with CMS_NAMESPACE=cms/v2', async ({ openStock, connectCms }) => {
    const { root } = await openStock()
    await expect(connectCms(root, { namespace: 'cms/v2' }).fetchUser(signal)).rejects.toThrow('CMS_NAMESPACE')
  })

  it('reports its namespace', async ({ openStock, connectCms }) => {
    const { root } = await openStock()
    const { namespace } = await connectCms(root, { namespace: undefined }).fetchRoutes(signal)
    expect(namespace).toBe('wp/v2')
  })
})

describe('a missing route', () => {
  it.for([
    ['with both namespaces in the index', ['cms/v2', 'wp/v2']],
    ['with neither in the index', ['oembed/1.0']],
    ['with an index that is refused', null],
  ] as const)('is an error %s', async ([, lists], { openStock, connectCms }) => {
    const { root } = await openStock(lists)
    const cms = connectCms(root, { namespace: undefined })
    await expect(cms.fetchUser(signal)).rejects.toThrow(/no route for reading our own user.*CMS_NAMESPACE/)
  })
})

it('a CMS that serves cms/v2 gets no request for its index', async ({ mock, connectCms }) => {
  const proxy = await openChangingProxy(new URL(mock.cmsRoot).origin, {})
  const cms = connectCms(`${proxy.origin}/api/rest`, { namespace: undefined })
  await cms.fetchUser(signal)
  const [written] = await cms.writePages([create], signal)
  await proxy.close()
  expect(written?.ok).toBe(true)
  expect(proxy.calls.filter(({ path }) => path.includes('namespaces'))).toEqual([])
})
