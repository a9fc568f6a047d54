import type { Config } from '../../config/daemon.ts'
import { writePauseText } from '../core/report/pauses.ts'
import { mappedTargets } from '../core/mapping/map-values.ts'
import { neededColumns } from '../core/render/family/member.ts'
import { createCms } from '../cms/cms.ts'
import type { Upstream } from '../lib/errors.ts'
import { createRequestCounts } from '../lib/http/request-counts.ts'
import type { Logger } from '../lib/logger.ts'
import { addCatalogColumns } from '../partner/catalog-columns.ts'
import { createPartner } from '../partner/partner.ts'
import { createUpstreamsHealth } from '../store/fleet/api-health.ts'
import { openGates } from '../store/fleet/gate.ts'
import { createWriteGate } from '../store/fleet/write-gate.ts'
import type { OpenedStore } from '../store/open.ts'
import type { Stores } from '../store/stores.ts'

/** Without `maxOutageMs`, calls are sent even to an upstream that is down. */
export type MirrorConfig = Omit<Config, 'maxOutageMs'> & { maxOutageMs: number | undefined }

type Opened = { store: OpenedStore; stores: Stores; log: Logger }

/** Opens the clients of partner and CMS, behind gates that all processes of the mirror share. */
export function openUpstreams(config: MirrorConfig, { store, stores, log }: Opened) {
  const { redis, keys } = store
  const { map = { rows: [] } } = config
  const gates = openGates(redis, store.connect(), keys, {
    onDamaged: (key, text) => log.warn({ key, text: text.slice(0, 100) }, 'stored limit ignored: not ours'),
    onShortened: (name, askedMs) =>
      log.warn(
        { name, askedHours: Math.round(askedMs / 3_600_000) },
        'Retry-After is more than a day; trying again after 24 h',
      ),
  })
  const health = createUpstreamsHealth(redis, keys)
  const requests = createRequestCounts()
  const writeGate = createWriteGate(stores, config.writeSchedule, {
    onChange(pause) {
      if (pause === undefined) log.info('writes to the CMS continue')
      else log.info({ until: pause.until }, writePauseText(pause))
    },
  })
  const shared = (upstream: Upstream, maxPerSecond: number) => ({
    network: config.network,
    gate: {
      ...gates.gateOf(upstream, maxPerSecond, config.maxOutageMs),
      note: (request: { ms: number; status: number | undefined }) => health.note(upstream, request),
    },
    onRequest: requests.note,
  })
  const ofPartner = createPartner({
    ...config.partner,
    ...shared('partner', config.partner.maxPerSecond),
    signedFiles: stores.signedFiles,
    otherGtin: (key) => stores.snapshots.otherGtin(key),
    get token() {
      return config.partner.token
    },
    assetGateOf: gates.assetGateOf,
    onWarning: (message) => log.warn(message),
  })
  const partner = addCatalogColumns(ofPartner, {
    names: neededColumns(config.map, config.page.familyBy),
    read: async (gtin) => (await stores.catalogColumns.read([gtin]))[0],
  })
  let strayText: string | undefined
  const ofCms = shared('cms', 0)
  const cms = createCms({
    ...config.cms,
    ...ofCms,
    gate: { ...ofCms.gate, passWrite: () => writeGate.pass() },
    get auth() {
      return config.cms.auth
    },
    type: config.policy.cmsType,
    mapped: mappedTargets(map),
    formUploads: stores.formUploads,
    concurrency: config.cms.concurrency + 2,
    onStray(stray) {
      if (stray !== strayText) log.warn({ stray }, 'the CMS sends text around its JSON')
      strayText = stray
    },
  })
  return {
    partner,
    cms,
    gates,
    writeGate,
    health,
    requests,
    strayText: () => strayText,
    async close() {
      await Promise.all([partner.close(), cms.close()])
      await health.close()
      gates.close()
      writeGate.close()
    },
  }
}
