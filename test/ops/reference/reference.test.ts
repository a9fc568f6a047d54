import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect } from 'vitest'
import { createOpsServer } from '../../../src/ops/server.ts'
import { apiGroups } from '../../../src/ops/reference/api-groups.ts'
import { withOps } from '../../helpers/ops.ts'
import { documentedPath, OpenApi } from '../documented.ts'
import { aHeldRun, gtin, loopback } from '../start-ops.ts'

const it = withOps(async (ops) => {
  await ops.saveRun(aHeldRun())
  return undefined
})
  .extend('document', { scope: 'file' }, async ({ app }) => (await app.inject('/api/openapi.json')).json())
  .extend('mirrors', { scope: 'file' }, async ({ ops: { deps } }, { onCleanup }) => {
    const config = { ...loopback, publicUrl: 'https://ops.example' }
    const mirrors = [{ place: { id: 'a', base: '/m/a' }, deps }]
    const { app } = createOpsServer({ config, log: deps.log, mirrors })
    onCleanup(() => app.close())
    await app.ready()
    return app
  })

const pages =
  /^(?:\/m\/a)?(?:$|\/(?:$|audit(?:$|\.csv$|\.json$)|coverage$|decisions(?:$|\/confirm)|products(?:$|\/)|runs(?:$|\/)|search$|thumbnails\/|queues|assets\/))/
/** At the root of several mirrors, `/api/*` refuses everything else; the tree omits its first part. */
const refused = '/*'

describe('the OpenAPI document', () => {
  it('is valid', async ({ document }) => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  })

  it('has every route of both servers except pages, and no other', async ({ app, mirrors, document }) => {
    const routes = [app, mirrors].flatMap((server) => routesIn(server.printRoutes({ commonPrefix: false })))
    const api = routes.filter(({ url }) => !pages.test(url) && url !== refused)
    const registered = api.map(({ method, url }) => `${method} ${documentedPath(url) ?? url}`)
    const { paths } = OpenApi.parse(document)
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect([...new Set(registered)].toSorted()).toEqual(documented.toSorted())
  })

  it('names the servers, below the public URL', async ({ mirrors, document }) => {
    const serversAt = async (url: string) => (await mirrors.inject(url)).json().servers
    expect(document.servers).toEqual([{ url: '/' }])
    expect(await serversAt('/m/a/api/openapi.json')).toEqual([{ url: 'https://ops.example/m/a' }])
    expect(await serversAt('/api/openapi.json')).toEqual([
      { url: 'https://ops.example' },
      { url: 'https://ops.example/m/a' },
    ])
  })
})

describe('a route', () => {
  const routes = Object.values(apiGroups).flatMap((api) => Object.entries(api))
  const urlOf = (url: string): string =>
    url.replace(':id', aHeldRun().id).replace(':gtin', gtin).replace(':language', 'de-de')
  const refusesField = { statusCode: 400, body: expect.stringContaining('"field":"unheard-of"') }

  it.for(routes.filter(([, { url }]) => url !== '/events' && url !== '/api/mirrors'))(
    'refuses unknown fields of its input, or ignores its input: %s',
    async ([, { method, url, query, body, form }], { app }) => {
      const asked = await app.inject({ method, url: `${urlOf(url)}?unheard-of=1` })
      const posted = await app.inject({ method, url: urlOf(url), payload: { 'unheard-of': '1' } })
      const matched = (declared: unknown) =>
        declared === undefined
          ? expect.not.objectContaining(refusesField)
          : expect.objectContaining(refusesField)
      expect(asked).toEqual(matched(query))
      if (method === 'POST') expect(posted).toEqual(matched(body ?? form))
    },
  )
})

/** The routes in a tree of Fastify, whose levels are indented by four characters. */
function routesIn(tree: string): { method: string; url: string }[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \((.+)\)/.exec(line) ?? []
    if (part === '') return []
    above.splice(indent.length / 4)
    above.push(part)
    const url = above.join('')
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => ({ method, url }))
  })
}
