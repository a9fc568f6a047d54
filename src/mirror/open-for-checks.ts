import { setTimeout as sleep } from 'node:timers/promises'
import { createCms } from '../cms/cms.ts'
import { mappedTargets } from '../core/mapping/map-values.ts'
import { LimitedError, type Upstream } from '../lib/errors.ts'
import type { HttpGate } from '../lib/http/exchange.ts'
import { createCatalogReader } from '../partner/catalog/read-catalog.ts'
import { createPartner } from '../partner/partner.ts'
import { columnsFor } from '../sync/collect/save-columns.ts'
import type { MirrorConfig } from './upstreams.ts'

/** A limit that is not worth waiting for in a check. */
const longWaitMs = 5_000
const retry = { tries: 2 }

/**
 * Opens partner, CMS and catalogue for checks, without Redis: limits are not shared with other processes, and nothing is
 * stored.
 */
export function openForChecks(config: MirrorConfig) {
  const { map, network, languages } = config
  const { familyBy } = config.page
  const policy = { ...config.policy, writeGraceMs: config.cms.writeGraceMs }
  const partner = createPartner({
    ...config.partner,
    network,
    retry,
    gate: gateOf('partner'),
    assetGateOf: () => gateOf('partner'),
    signedFiles: { save: async () => {}, recordOf: async () => undefined, forget: async () => {} },
  })
  const cms = createCms({
    ...config.cms,
    network,
    retry,
    gate: gateOf('cms'),
    type: policy.cmsType,
    mapped: mappedTargets(map ?? { rows: [] }),
  })
  return {
    sync: {
      partner,
      cms,
      policy,
      renderer: { familyBy },
      ...(map && { map }),
      readCatalog: createCatalogReader({
        place: config.catalog,
        maxEntries: config.catalogMaxEntries,
        columns: columnsFor({ ...(map && { map }), policy, languages, familyBy }),
        timeoutMs: config.catalogTimeoutMs,
        network,
        retry,
      }),
    },
    async close() {
      await Promise.all([partner.close(), cms.close()])
    },
  }
}

function gateOf(upstream: Upstream): HttpGate {
  let until = 0
  return {
    async pass(signal) {
      const waitMs = until - performance.now()
      if (waitMs > longWaitMs) throw new LimitedError(upstream, waitMs)
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
    },
    async close(waitMs) {
      until = performance.now() + waitMs
    },
  }
}
