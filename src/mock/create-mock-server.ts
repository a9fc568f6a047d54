import { type MockOptions, readMockConfig } from '../../config/mock.ts'
import type { MockStats, ProductPatch } from './contracts/stats.ts'
import type { EditorReport, EditorWork } from './contracts/editor.ts'
import type { Faults, FaultState } from './contracts/faults.ts'
import type { PartnerChange } from './contracts/partner-settings.ts'
import { createMockApp } from './app.ts'
import { type MockUsers, mockUsers } from './mock-users.ts'
import { cmsRoot, controlRoot, partnerRoot } from './sides.ts'

/** A running bundled server: its URLs, without a trailing slash, and its control routes as functions. */
export type MockServer = {
  /** `http://127.0.0.1:43210`: the public site, and the base of the partner interface */
  readonly url: string
  /** the partner interface, with `/product/<gtin>/`, `/language/` and `/docs/` */
  readonly partnerUrl: string
  /** the REST root of the CMS, with `/cms/v2/pages` and all other routes */
  readonly cmsUrl: string
  /** its GTINs, one per line */
  readonly catalogUrl: string
  /** the token for the partner interface: `Authorization: Token <token>` */
  readonly token: string
  /** the accounts of the CMS by name, one of each role */
  readonly users: MockUsers
  /** the initial language codes, the default one first */
  readonly languages: readonly string[]
  /** Restores the initial state: content, products, languages, no rules, zero counts. */
  reset(): Promise<void>
  /** Counts since the start, the last reset or `zeroStats`. */
  stats(): Promise<MockStats>
  zeroStats(): Promise<void>
  /** Replaces the rules. */
  faults(rules: Faults): Promise<FaultState>
  clearFaults(): Promise<void>
  /** Edits pages as an editor does. */
  edit(...actions: EditorWork['actions']): Promise<EditorReport>
  /** Overrides fields of a product in one language, or in all with `*`. An unknown GTIN becomes a product. */
  patchProduct(gtin: string, language: string, fields: ProductPatch): Promise<void>
  deleteProduct(gtin: string, language?: string): Promise<void>
  setLanguages(languages: readonly string[]): Promise<void>
  /** Changes the partner's settings. Omitted ones do not change. */
  setPartner(settings: PartnerChange): Promise<void>
  gtins(): Promise<string[]>
  /** Stops listening, and closes open connections. */
  close(): Promise<void>
}

/**
 * Starts a separate bundled server in this process, by default on a free port of 127.0.0.1. It ignores the environment.
 * Throws a ConfigError for wrong options. Errors of the control routes are thrown as an Error.
 */
export async function createMockServer(options: MockOptions = {}): Promise<MockServer> {
  const config = readMockConfig({ host: '127.0.0.1', port: 0, ...options }, {})
  const app = createMockApp(config)
  const url = await app.listen({ host: config.host, port: config.port })

  async function control(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(url + controlRoot + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async function order(method: string, path: string, body?: unknown): Promise<void> {
    await (await control(method, path, body)).arrayBuffer()
  }

  return {
    url,
    partnerUrl: `${url}${partnerRoot}`,
    cmsUrl: `${url}${cmsRoot}`,
    catalogUrl: `${url}${controlRoot}/catalog.txt`,
    token: config.token,
    users: mockUsers,
    languages: config.languages,
    reset: () => order('POST', '/reset'),
    stats: async () => (await (await control('GET', '/stats')).json()) as MockStats,
    zeroStats: () => order('DELETE', '/stats'),
    faults: async (rules) => (await (await control('PUT', '/faults', rules)).json()) as FaultState,
    clearFaults: () => order('DELETE', '/faults'),
    edit: async (...actions) =>
      (await (await control('POST', '/editor', { actions })).json()) as EditorReport,
    patchProduct: (gtin, language, fields) => order('PUT', `/products/${gtin}/${language}`, fields),
    deleteProduct: (gtin, language = '*') => order('DELETE', `/products/${gtin}/${language}`),
    setLanguages: (languages) => order('PUT', '/languages', languages),
    setPartner: (settings) => order('PUT', '/partner', settings),
    gtins: async () =>
      (await (await control('GET', '/catalog.txt')).text()).split('\n').filter((line) => line !== ''),
    close: () => app.close(),
  }
}
