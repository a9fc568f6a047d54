import type { CmsType } from '../contracts/cms/page.ts'
import type { Catalog } from '../core/record/catalog.ts'
import type { Conflict } from '../core/page/conflict.ts'
import type { Deferral } from '../core/decisions/deferral.ts'
import type { Failing } from '../core/decisions/quarantine.ts'
import type { MissingAssets } from '../core/decisions/missing-assets.ts'
import type { PendingDecision } from '../core/decisions/pending-decision.ts'
import type { OutdatedFiles } from '../core/media/outdated-files.ts'
import type { Renderer } from '../core/render/renderer.ts'
import type { Suspect } from '../core/decisions/suspect.ts'
import type { RetireTo } from '../core/record/snapshot.ts'
import type { AdaptiveLimit } from '../lib/http/adaptive-limit.ts'
import type { Logger } from '../lib/logger.ts'
import type { Cms, FormUploads, ParentPages } from './ports/cms.ts'
import type { DamagedValues, Snapshots } from './ports/snapshots.ts'
import type { Etags } from './ports/etags.ts'
import type { Findings } from './ports/findings.ts'
import type { Leases, Resynced, UpdatedApart } from './ports/leases.ts'
import type { Losses, Runs } from './ports/runs.ts'
import type { Listings, MenuItems, MovedLanguages, MovedPages, Parents, StaleLinks } from './ports/site.ts'
import type { MediaLibrary, UnusedMediaList } from './ports/media-library.ts'
import type { Observed, PageStates, StaleBlocks } from './ports/observed.ts'
import type { Partner } from './ports/partner.ts'
import type { Plans } from './ports/plans.ts'
import type { Table } from './ports/table.ts'
import type { Undo } from './ports/undo.ts'
import type { Intent, Writes } from './ports/writes.ts'
import type { Run } from '../core/run/run.ts'

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
  rootSlug: string
  /** The menu that lists the language pages. */
  menuId?: number
  /** How long a write with a lost reply may still land. */
  writeGraceMs: number
  /** The period in which every known file is requested again; 0: in every run. */
  recheckMediaMs: number
  /** How files that are no longer shown on any page are treated. */
  mediaCleanup: 'report' | 'trash'
}

/** Every dependency of the use cases. */
export type SyncDeps = {
  partner: Partner
  cms: Cms
  parentPages: ParentPages
  snapshots: Snapshots
  plans: Plans
  writes: Writes
  losses: Losses
  media: MediaLibrary
  unusedMedia: UnusedMediaList
  formUploads: FormUploads
  parents: Parents
  listings: Listings
  staleLinks: StaleLinks
  movedLanguages: MovedLanguages
  menuItems: MenuItems
  movedPages: MovedPages
  decisions: Table<PendingDecision>
  conflicts: Table<Conflict>
  suspects: Table<Suspect>
  deferrals: Table<Deferral>
  failing: Table<Failing>
  missingAssets: Table<MissingAssets>
  outdatedFiles: Table<OutdatedFiles>
  intents: Table<Intent>
  pageStates: PageStates
  staleBlocks: StaleBlocks
  observed: Observed
  etags: Etags
  findings: Findings
  damaged: DamagedValues
  runs: Runs
  leases: Leases
  resynced: Resynced
  updatedApart: UpdatedApart
  undo: Undo
  readCatalog(signal: AbortSignal): Promise<Catalog>
  renderer: Renderer
  policy: Policy
  languages: 'all' | readonly string[]
  /** The maximum number of parallel partner requests in this process. */
  concurrency: number
  /** The parallel writes to the CMS in this process: batches and uploads. */
  writesInFlight: AdaptiveLimit
  /** Sends a notice of a run that needs attention; never rejects. */
  notify(run: Run): Promise<void>
  log: Logger
  now(): Date
  /** The clock that all processes share, in ms since 1970, for work that another process may have started. */
  sharedTime(): Promise<number>
}
