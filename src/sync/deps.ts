import type { CmsType } from '../contracts/cms/page.ts'
import type { FieldMap } from '../core/mapping/field-map.ts'
import type { ListingGroup } from '../core/mapping/listing-group.ts'
import type { ValueRules } from '../core/plan/value-rules.ts'
import type { Catalog } from '../core/record/catalog.ts'
import type { RetireTo } from '../core/record/snapshot.ts'
import type { Renderer } from '../core/render/renderer.ts'
import type { Run } from '../core/run/run.ts'
import type { AdaptiveLimit } from '../lib/http/adaptive-limit.ts'
import type { Logger } from '../lib/logger.ts'
import type { WriteGate } from './ports/write-gate.ts'
import type { Stores } from '../store/stores.ts'
import type { Cms, ParentPages } from './ports/cms.ts'
import type { Partner } from './ports/partner.ts'

/** The operator's settings; shares from 0 to 1, times in milliseconds. */
export type Policy = {
  /** How products are stored in the CMS; the root and the language pages are always pages. */
  cmsType: CmsType
  pageStatus: 'publish' | 'draft' | 'pending' | 'private'
  onEdit: 'keep' | 'overwrite'
  onSlugTaken: 'report' | 'adopt'
  retireTo: RetireTo
  retireAfterMisses: number
  /** The minimum time between two misses of a record that count separately. */
  missIntervalMs: number
  maxRetireShare: number
  maxUpdateShare: number
  maxCreateShare: number
  rootSlug: string
  /** By what listings group products; undefined: not at all. */
  listingGroup?: ListingGroup
  /** The menu that lists the language pages. */
  menuId?: number
  /** How long a write with a lost reply may still land. */
  writeGraceMs: number
  /** The period in which every known file is requested again; 0: in every run. */
  recheckMediaMs: number
  /** How files that are no longer shown on any page are treated. */
  mediaCleanup: 'report' | 'trash'
}

/** The data about the records of a chunk, read at once. */
export type ChunkTables = Awaited<ReturnType<Stores['chunkTables']['read']>>

/** Stored tables that are only read. */
export type ReadsOf<Name extends 'decisions' | 'failing' | 'missingAssets' | 'pageStates'> = {
  [Table in Name]: Pick<Stores[Table], 'read'>
}

/** The dependencies of use cases that call neither upstream. */
export interface RunDeps extends Stores {
  /** Sends a notice of a run that needs attention; never rejects. */
  notify: (run: Run) => Promise<void>
  log: Logger
  now: () => Date
}

/** Every dependency of the use cases: the stored data, both upstreams, and the settings of the mirror. */
export interface SyncDeps extends RunDeps {
  partner: Partner
  cms: Cms
  parentPages: ParentPages
  readCatalog: (signal: AbortSignal) => Promise<Catalog>
  renderer: Renderer
  policy: Policy
  /** The rules for values of products. */
  valueRules: ValueRules
  /** Fields of product pages beyond the mirrored block; undefined without MAP. */
  map?: FieldMap
  languages: 'all' | readonly string[]
  /** The maximum number of parallel partner requests in this process. */
  concurrency: number
  /** Stops writes to the CMS during a pause and outside the write windows. */
  writeGate: WriteGate
  /** The time zone of the operator, such as Europe/Vienna. */
  timeZone: string
  /** Sends the heartbeat of a successful run; never rejects. */
  reportSuccess: (run: Run) => Promise<void>
  /** The parallel writes to the CMS in this process: batches and uploads. */
  writesInFlight: AdaptiveLimit
}
