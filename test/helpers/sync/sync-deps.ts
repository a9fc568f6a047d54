import { readTemplates } from '../../../config/templates.ts'
import { createCms } from '../../../src/cms/cms.ts'
import type { FieldMap } from '../../../src/core/mapping/field-map.ts'
import { mappedTargets } from '../../../src/core/mapping/map-values.ts'
import { neededColumns, type FamilyBy } from '../../../src/core/render/family/member.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import type { WriteSchedule } from '../../../src/lib/time/write-windows.ts'
import { createWriteGate } from '../../../src/store/fleet/write-gate.ts'
import type { HttpGate } from '../../../src/lib/http/exchange.ts'
import { guardedColumns, toValueRules, type GivenRules } from '../../../src/core/plan/value-rules.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import { addCatalogColumns } from '../../../src/partner/catalog-columns.ts'
import { createPartner } from '../../../src/partner/partner.ts'
import type { Keys } from '../../../src/store/redis/keys.ts'
import { createStores } from '../../../src/store/stores.ts'
import { createAdaptiveLimit } from '../../../src/lib/http/adaptive-limit.ts'
import type { Policy, SyncDeps } from '../../../src/sync/deps.ts'
import type { CatalogColumns } from '../../../src/core/record/catalog.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { openTestStore } from '../../store/open-test-store.ts'
import { openEditor } from '../content/editor.ts'
import { openGate } from './gate.ts'
import { startMock } from '../world/mock-server.ts'

export const writeGraceMs = 2_000

export const defaultPolicy: Policy = {
  cmsType: 'pages',
  pageStatus: 'publish',
  onEdit: 'keep',
  onSlugTaken: 'report',
  retireTo: 'draft',
  retireAfterMisses: 3,
  missIntervalMs: 20 * 3_600_000,
  maxRetireShare: 0.05,
  maxUpdateShare: 0.5,
  maxCreateShare: 0.5,
  rootSlug: 'products',
  writeGraceMs,
  recheckMediaMs: 7 * 86_400_000,
  mediaCleanup: 'report',
}

const anyPrice: GivenRules = { fields: { price: { maxDrop: 'off', maxRise: 'off' } } }

export type MirrorOptions = {
  policy?: Partial<Policy>
  /** The keys of an open mirror, for another process over the same Redis. */
  keys?: Keys
  partnerGate?: HttpGate
  concurrency?: number
  writesInFlight?: number
  /** The bundled server under another URL. */
  addresses?: { partner: string; cms: string }
  renderer?: SyncDeps['renderer']
  map?: FieldMap
  familyBy?: FamilyBy
  writeSchedule?: WriteSchedule
  /** By default, tests may change prices freely. */
  guards?: GivenRules
}

/** One process of a mirror: the dependencies of the use cases, and the parts that tests change or read. */
export type Mirror = SyncDeps & {
  keys: Keys
  /** The GTINs in the catalogue. A test may change them. */
  listed: string[]
  /** Number of catalogue entries that are not GTINs. */
  unreadable: number
  /** Columns of the catalogue by GTIN. */
  columns: Map<string, CatalogColumns>
  notified: Run[]
  /** Advances the clock of this process and the clock that all processes share. */
  pass(ms: number): void
  /** Advances only the clock of this process. */
  step(ms: number): void
}

/**
 * The bundled server and a Redis, and any number of mirrors on them, with the real clients and the real store. `tidy`
 * closes the mirrors and restores the server's initial state.
 */
export async function openStage(options: {
  gtins: number
  languages?: string
  mediaTrash?: 'on'
  /** A file with post types, taxonomies and fields. */
  types?: string
}) {
  const [mock, store, templates] = await Promise.all([
    startMock({ languages: 'de-de', ...options }),
    openTestStore(),
    readTemplates(),
  ])
  const gtins = await mock.gtins()
  const renderer = createRenderer(templates)
  const log = createLogger({ level: 'silent', destination: 'stderr' })
  const retry = { tries: 2, baseMs: 1, capMs: 2 }
  const clients: { close(): Promise<void> }[] = []
  const start = Date.parse('2026-11-20T04:00:00Z')
  /** The clocks that the processes of a mirror share. */
  const shared = new Map<Keys, number>()

  function openMirror(more: MirrorOptions = {}): Mirror {
    const keys = more.keys ?? store.freshKeys()
    const policy = { ...defaultPolicy, ...more.policy }
    const stores = createStores(store.redis, keys, {
      claimMs: writeGraceMs,
      time: async () => shared.get(keys) ?? start,
      familyBy: more.familyBy,
    })
    const ofPartner = createPartner({
      signedFiles: stores.signedFiles,
      baseUrl: more.addresses?.partner ?? mock.partnerBaseUrl,
      token: mock.token,
      gate: more.partnerGate ?? openGate(),
      assetGateOf: openGate,
      retry,
    })
    const partner = addCatalogColumns(ofPartner, {
      names: neededColumns(more.map, more.familyBy),
      read: async (gtin) => (await stores.catalogColumns.read([gtin]))[0],
    })
    const { writeSchedule } = more
    const writeGate = createWriteGate(stores, writeSchedule, { againMs: 50 })
    const cms = createCms({
      apiRoot: more.addresses?.cms ?? mock.cmsRoot,
      namespace: 'cms/v2',
      auth: { user: 'admin', password: 'abcdabcdabcdabcdabcdabcd' },
      gate: { ...openGate(), passWrite: () => writeGate.pass() },
      retry,
      type: policy.cmsType,
      mapped: mappedTargets(more.map ?? { rows: [] }),
      formUploads: stores.formUploads,
    })
    clients.push(partner, cms)
    let now = start
    const notified: Run[] = []
    const mirror: Mirror = {
      ...stores,
      partner,
      cms,
      // For pages, a test's replacement of `cms` also applies to the parent pages.
      get parentPages() {
        return policy.cmsType === 'pages' ? mirror.cms : cms.parentPages
      },
      readCatalog: async () => ({
        gtins: mirror.listed,
        faults: [],
        unreadable: mirror.unreadable,
        notes: [],
        columns: mirror.columns,
        names: [...new Set([...mirror.columns.values()].flatMap((columns) => Object.keys(columns)))],
      }),
      renderer:
        more.renderer ??
        (more.map || more.familyBy
          ? createRenderer({ ...templates, map: more.map, familyBy: more.familyBy })
          : renderer),
      policy,
      valueRules: toValueRules(more.guards ?? anyPrice, guardedColumns(more.map, more.familyBy)),
      ...(more.map && { map: more.map }),
      languages: 'all',
      concurrency: more.concurrency ?? 8,
      writeGate,
      timeZone: 'Europe/Vienna',
      reportSuccess: async () => undefined,
      writesInFlight: createAdaptiveLimit(more.writesInFlight ?? 1),
      notify: async (run) => void notified.push(run),
      log,
      now: () => new Date(now),
      keys,
      listed: [...gtins],
      unreadable: 0,
      columns: new Map(),
      notified,
      step: (ms) => void (now += ms),
      pass(ms) {
        now += ms
        shared.set(keys, (shared.get(keys) ?? start) + ms)
      },
    }
    return mirror
  }

  return {
    mock,
    gtins,
    redis: store.redis,
    editor: openEditor(mock.cmsRoot),
    openMirror,
    async tidy(): Promise<void> {
      for (const client of clients.splice(0)) await client.close()
      await mock.reset()
    },
    close: () => Promise.all([mock.close(), store.close()]),
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>
