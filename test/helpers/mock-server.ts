import { type MockOptions, readMockConfig } from '../../config/mock.ts'
import type { MockStats, ProductPatch } from '../../src/contracts/mock.ts'
import type { EditorReport, EditorWork } from '../../src/contracts/mock/editor.ts'
import type { Faults } from '../../src/contracts/mock/faults.ts'
import { createMockApp } from '../../src/mock/app.ts'
import { cmsRoot, controlRoot, partnerRoot } from '../../src/mock/sides.ts'

/** Starts the bundled server on a free port of 127.0.0.1; `close()` ends it. The rest is its control routes as functions. */
export async function startMock(options: MockOptions = {}) {
  const config = readMockConfig({ ...options, host: '127.0.0.1', port: 0 }, {})
  const app = createMockApp(config)
  const origin = await app.listen({ host: config.host, port: config.port })

  async function control(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(origin + controlRoot + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  return {
    origin,
    /** what PARTNER_BASE_URL is */
    partnerBaseUrl: origin,
    partnerUrl: `${origin}${partnerRoot}`,
    cmsRoot: `${origin}${cmsRoot}`,
    catalogUrl: `${origin}${controlRoot}/catalog.txt`,
    token: config.token,
    languages: config.languages,
    reset: () => control('POST', '/reset'),
    stats: async () => (await (await control('GET', '/stats')).json()) as MockStats,
    zeroStats: () => control('DELETE', '/stats'),
    faults: (faults: Faults) => control('PUT', '/faults', faults),
    edit: async (...actions: EditorWork['actions']) =>
      (await (await control('POST', '/editor', { actions })).json()) as EditorReport,
    clearFaults: () => control('DELETE', '/faults'),
    patchProduct: (gtin: string, language: string, fields: ProductPatch) =>
      control('PUT', `/products/${gtin}/${language}`, fields),
    deleteProduct: (gtin: string, language = '*') => control('DELETE', `/products/${gtin}/${language}`),
    setLanguages: (languages: readonly string[]) => control('PUT', '/languages', languages),
    gtins: async () =>
      (await (await control('GET', '/catalog.txt')).text()).split('\n').filter((line) => line !== ''),
    close: () => app.close(),
  }
}

export type MockServer = Awaited<ReturnType<typeof startMock>>
