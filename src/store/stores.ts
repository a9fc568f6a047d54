import type { Redis } from 'ioredis'
import type { FamilyBy } from '../core/render/family/member.ts'
import { createSentNotices } from './fleet/sent-notices.ts'
import { createWritePauses } from './fleet/write-pauses.ts'
import { createDamagedValues } from './integrity/damaged.ts'
import { createTables } from './records/create-tables.ts'
import { createLeases } from './leases/leases.ts'
import { createResynced } from './leases/resynced.ts'
import { createPlannedSize } from './runs/planned-size.ts'
import { createUpdatedApart } from './runs/updated-apart.ts'
import { createFormUploads } from './media/form-uploads.ts'
import { createMediaLibrary } from './media/media-library.ts'
import { createSignedFileTable } from './media/signed-files.ts'
import { createUnusedMedia } from './media/unused-media.ts'
import { createWantedSizes } from './media/wanted-sizes.ts'
import { createCatalogColumns } from './records/catalog-columns.ts'
import { createChunkTables } from './records/chunk-tables.ts'
import { createEtags } from './records/etags.ts'
import { createFieldNames } from './records/field-names.ts'
import { createFamilies } from './records/families.ts'
import { createMovedPages } from './records/moved-pages.ts'
import { createObserved } from './records/observed.ts'
import { createSearchTexts } from './runs/search-texts.ts'
import { createSite } from './records/site.ts'
import { createStaleBlocks } from './records/stale-blocks.ts'
import { createSnapshots } from './records/snapshots.ts'
import { createWrites } from './records/writes.ts'
import type { Keys } from './redis/keys.ts'
import { timeOf } from './redis/time.ts'
import { createAudit } from './runs/audit.ts'
import { createFindings } from './runs/findings.ts'
import { createHistory } from './runs/history.ts'
import { createSendFailures } from './runs/send-failures.ts'
import { createPlans } from './runs/plans.ts'
import { createRunIndexes } from './runs/run-indexes.ts'
import { createRuns } from './runs/runs.ts'
import { createUndo } from './runs/undo.ts'

/** Everything that is stored of a mirror. */
export interface Stores extends ReturnType<typeof createStores> {}

/** A claim must outlast its renewal interval, even without a grace period for writes. */
const shortestClaimMs = 5_000

type Settings = {
  /** A claim to upload a file expires after this time, but never sooner than `shortestClaimMs`. */
  claimMs: number
  /** The number of runs that are kept. */
  mostRuns?: number
  /** Waits until the replicas have the data that must not be lost before a write reaches the CMS. */
  untilCopied?: () => Promise<void>
  /** The clock that all processes share, in ms since 1970; by default that of Redis. */
  time?: () => Promise<number>
  /** The field that families share; by default, no families are stored. */
  familyBy?: FamilyBy | undefined
}

/** All stores of a mirror. */
export function createStores(redis: Redis, keys: Keys, settings: Settings) {
  const { claimMs, mostRuns, untilCopied, time = () => timeOf(redis), familyBy } = settings
  return {
    ...createTables(redis, keys),
    observed: createObserved(redis, keys),
    ...createSite(redis, keys, { untilCopied }),
    chunkTables: createChunkTables(redis, keys),
    etags: createEtags(redis, keys),
    catalogColumns: createCatalogColumns(redis, keys),
    fieldNames: createFieldNames(redis, keys),
    staleBlocks: createStaleBlocks(redis, keys),
    snapshots: createSnapshots(redis, keys),
    families: createFamilies(redis, keys),
    searchTexts: createSearchTexts(redis, keys),
    plans: createPlans(redis, keys, familyBy),
    writes: createWrites(redis, keys, { untilCopied, time, familyBy }),
    sendFailures: createSendFailures(redis, keys),
    media: createMediaLibrary(redis, keys, {
      claimMs: Math.max(claimMs, shortestClaimMs),
      untilCopied,
      time,
    }),
    signedFiles: createSignedFileTable(redis, keys),
    formUploads: createFormUploads(redis, keys),
    wantedSizes: createWantedSizes(redis, keys),
    unusedMedia: createUnusedMedia(redis, keys),
    movedPages: createMovedPages(redis, keys),
    findings: createFindings(redis, keys),
    damaged: createDamagedValues(redis, keys),
    leases: createLeases(redis, keys),
    resynced: createResynced(redis, keys),
    updatedApart: createUpdatedApart(redis, keys),
    plannedSize: createPlannedSize(redis, keys),
    runs: createRuns(redis, keys, mostRuns),
    runIndexes: createRunIndexes(redis, keys),
    undo: createUndo(redis, keys),
    history: createHistory(redis, keys),
    audit: createAudit(redis, keys),
    sentNotices: createSentNotices(redis, keys),
    writePauses: createWritePauses(redis, keys, time),
    /** The clock that all processes share, in ms since 1970, for work that another process may have started. */
    sharedTime: time,
  }
}
