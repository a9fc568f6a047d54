/** The Redis keys of one mirror; several mirrors may share a Redis. */
export type Keys = ReturnType<typeof createKeys>

const runParts = [
  'progress',
  'outcomes',
  'undo',
  'uncertain',
  'findings',
  'seen',
  'catalog',
  'losses',
  'batch-pace',
]
const planParts = [
  'plan',
  'plan:order',
  'plan:assets',
  'plan:fingerprints',
  'plan:unchecked',
  'plan:resynced',
]

/**
 * Builds every key of a mirror, so that the whole layout is in one place. In a cluster the mirror's name is a hash tag:
 * all its keys are in one slot, where scripts and transactions may use any of them.
 */
export function createKeys(mirrorId: string, { inCluster = false } = {}) {
  const prefix = `pm:${inCluster ? `{${mirrorId}}` : mirrorId}:`
  const at = (...parts: string[]): string => prefix + parts.join(':')
  return {
    mirrorId,
    /** How every key and channel begins. */
    prefix,
    /** Hash shape → newest format version that this mirror may hold. */
    formats: at('formats'),
    /** Hash Redis key and field → an unreadable value that was there. */
    damaged: at('damaged'),
    /** A key of another type, moved away at a time in ms. */
    movedAway: (key: string, now: number) => at('moved-away', String(now), key.slice(prefix.length)),
    /** Hash gtin → SnapshotHead (JSON). */
    heads: (language: string) => at('heads', language),
    /** Hash gtin → product and base (compressed JSON). */
    bodies: (language: string) => at('bodies', language),
    /** Set of the gtins whose page is retired. */
    retired: (language: string) => at('retired', language),
    /** Set of the gtins whose page shows an older version since Redis lost its data. */
    outdated: (language: string) => at('outdated', language),
    /** Hash gtin → `count|runId|time in ms`: how often in a row it was missed, and the last miss that counted. */
    misses: (language: string) => at('misses', language),
    /** The CMS type of products: `pages` or `posts`. */
    cmsType: at('cms-type'),
    /** Set of the languages that have snapshots. */
    languages: at('languages'),
    /** Hash record id, or `parent:<path>`, → Intent (JSON). */
    intents: at('intents'),
    /** Hash record id → PendingDecision (JSON). */
    decisions: at('decisions'),
    /** Hash record id → Conflict (JSON) that needs a decision. */
    conflicts: at('conflicts'),
    /** Hash record id → Suspect (JSON): a version that would empty fields. */
    suspects: at('suspects'),
    /** Hash record id → Deferral (JSON): its page is open in the editor. */
    deferrals: at('deferrals'),
    /** Hash record id → Failing (JSON): how often in a row it failed. */
    failing: at('failing'),
    /** Hash record id → PageState (JSON): what people did to its page. */
    pageStates: at('page-states'),
    /** Set of the record ids whose page shows an older version of our block: an editor saved it over the present one. */
    staleBlocks: at('stale-blocks'),
    /** Cursor (JSON): how far the CMS was searched for changed pages. */
    cmsCursor: at('cms-cursor'),
    /** `run id|from|to` in ms: the records whose turn lies between are requested in full by that run. */
    fullReads: at('full-reads'),
    /** Id of a record whose ETag did not follow its data; expires. */
    etagFault: at('etag-fault'),
    /** Hash page id → the newest version that the mirror wrote or read: time, revision, and fields that make no revision. */
    knownPages: at('known-pages'),
    /** Hash asset address → KnownAsset (JSON). */
    assets: at('assets'),
    /** Hash asset address → SHA-256 of its new bytes, while pages may show the earlier ones. */
    changedAssets: at('changed-assets'),
    /** Set of addresses of known assets whose last request failed: the next whole run requests them again. */
    uncheckedAssets: at('unchecked-assets'),
    /** RecheckState (JSON): which known assets are checked next. */
    recheck: at('recheck'),
    /** Hash record id → OutdatedFiles (JSON): its page shows an earlier version of these. */
    outdatedFiles: at('outdated-files'),
    /** Hash asset address → id of the record that had a signed link to it most recently. */
    signedFiles: at('signed-files'),
    /** Hash: the response that rejected a raw upload, and the run that has reported it. */
    formUploads: at('form-uploads'),
    /** Set of asset addresses that the partner refused permanently. */
    refusedAssets: at('refused-assets'),
    /** Hash record id → MissingAssets (JSON): what its page was written without. */
    missingAssets: at('missing-assets'),
    /** Hash SHA-256 → Media (JSON). */
    media: at('media'),
    /** Hash SHA-256 → UnusedSince (JSON): no page shows this file. */
    unusedMedia: at('unused-media'),
    /** Hash SHA-256 → `kept` or `free`: whether a document was ever shown as one that must stay. */
    documents: at('documents'),
    /** Hash SHA-256 → start of an upload in progress. */
    mediaClaims: at('media-claims'),
    /** Hash SHA-256 → when an upload of these bytes got no reply. */
    uncertainMedia: at('uncertain-media'),
    /** Hash parent path → page id. */
    parents: at('parents'),
    /** Hash parent path → the page’s address. */
    parentAddresses: at('parents', 'addresses'),
    /** Exists while one of the parent pages may be gone. */
    parentsInvalidated: at('parents', 'invalidated'),
    /** Hash language → counter: the languages whose listing may be out of date. */
    staleListings: at('stale-listings'),
    /** Exists once a full run has ended: from then on the snapshots hold every mirrored page. */
    wholeKnown: at('whole-known'),
    /** Set of the gtins whose pages may have wrong language links. */
    staleLinks: at('stale-links'),
    /** Set of the languages of which all pages may have another address. */
    movedLanguages: at('moved-languages'),
    /** Hash page id → MenuItemState (JSON) of a language page's item in a menu. */
    menuItems: (menuId: number) => at('menu-items', String(menuId)),
    /** Hash record id → id of its page at another slug; the field starts with `trash/` if that is in the trash. */
    movedPages: at('moved'),
    /** Stream of AuditEntry (JSON). */
    audit: at('audit'),
    /** Sorted set of run ids by time. */
    runs: at('runs'),
    /** Set of the ids of held and planned runs. */
    waitingRuns: at('runs', 'waiting'),
    /** Counter behind the run ids of a day. */
    runCounter: (day: string) => at('run-counter', day),
    /** The id of the active run. */
    activeRun: at('active-run'),
    /** Set of the ids of active product runs. */
    productRuns: at('product-runs'),
    /** Set of the record ids that runs of some products or languages have updated since the last full run. */
    updatedApart: at('updated-apart'),
    /** The product run that has a product for itself, or waits to have it: `<run id>` or `<run id> waits`. */
    productLease: (gtin: string) => at('lease', gtin),
    /** Set of the jobs of the active run that work on a product. */
    sharedLease: (gtin: string) => at('lease', gtin, 'shared'),
    /** Sorted set of the product runs with leases, scored by the time at which these expire (ms). */
    leaseHolders: at('lease-holders'),
    /** The job that has the whole mirror for itself, or waits to have it. */
    wholeLease: at('lease-whole'),
    /** The job that has the pages for itself that products share: parent pages, listings, the menu. */
    sharedPagesLease: at('lease-shared-pages'),
    /** Hash member → JSON: the Run. */
    run: (runId: string) => at('run', runId),
    /** Hash of counters that grow while the run is active. */
    progress: (runId: string) => at('run', runId, 'progress'),
    /** Hash record id → Outcome (JSON). */
    outcomes: (runId: string) => at('run', runId, 'outcomes'),
    /** Hash record id → Replaced (compressed JSON): what the run replaced. */
    undo: (runId: string) => at('run', runId, 'undo'),
    /** Hash id of what may have been created twice → time before the first create, by the CMS's clock. */
    uncertain: (runId: string) => at('run', runId, 'uncertain'),
    /** Hash id of what has a duplicate that the CMS did not remove → the same time as in `uncertain`. */
    leftDuplicates: at('left-duplicates'),
    /** Hash id of what was created with a lost reply, in any run → `time as in uncertain|time of the mark in ms`. */
    lateCreates: at('late-creates'),
    /** Hash record id, or `<kind>:<name>`, → Loss (JSON): how often requests that carried it failed. */
    losses: (runId: string) => at('run', runId, 'losses'),
    /** Hash: the batch size that the CMS accepts, and when it last answered a batch. */
    batchPace: (runId: string) => at('run', runId, 'batch-pace'),
    /** Hash finding id → Finding (JSON). */
    findings: (runId: string) => at('run', runId, 'findings'),
    /** Set of the ids of the pages that a verify has compared. */
    seenPages: (runId: string) => at('run', runId, 'seen'),
    /** Hash subject → SentNotice (JSON) of problems that are not over. */
    sentNotices: at('sent-notices'),
    /** Digest of the findings of the last notice. */
    notifiedFindings: at('notified-findings'),
    /** Sorted set of the catalogue's GTINs, scored by the read that listed them first. */
    catalog: (runId: string) => at('run', runId, 'catalog'),
    /** Hash record id → Change (compressed JSON). */
    plan: (runId: string) => at('run', runId, 'plan'),
    /** Sorted set of the plan's record ids, scored by the kind of change. */
    planOrder: (runId: string) => at('run', runId, 'plan', 'order'),
    /** Hash asset address → rank and Asset (JSON): the record that names the file. */
    planAssets: (runId: string) => at('run', runId, 'plan', 'assets'),
    /** Hash record id → fingerprint of its page when the plan was held. */
    planFingerprints: (runId: string) => at('run', runId, 'plan', 'fingerprints'),
    /** Hash record id → why the check after an approval could not read it. */
    planUnchecked: (runId: string) => at('run', runId, 'plan', 'unchecked'),
    /** Hash record id → the run that synced it since this plan was made. */
    planResynced: (runId: string) => at('run', runId, 'plan', 'resynced'),
    /** Every key of a run's plan. */
    planKeys: (runId: string) => planParts.map((part) => at('run', runId, part)),
    /** Every key that a run leaves behind. */
    ofRun: (runId: string) => [
      at('run', runId),
      ...[...runParts, ...planParts].map((part) => at('run', runId, part)),
    ],
    /** Until when an upstream is limited (milliseconds since 1970); absent when it is not. */
    limit: (upstream: string) => at('limit', upstream),
    /** Hash: since when an upstream does not answer, and when it is tried next; absent when it answers. */
    closure: (upstream: string) => at('closure', upstream),
    /** When an upstream last answered (milliseconds since 1970), within some seconds. */
    answered: (upstream: string) => at('answered', upstream),
    /** When the next paced call to an upstream may go out. */
    pace: (upstream: string) => at('pace', upstream),
    /** Hash of an upstream’s answers in one minute, counted over the fleet. */
    upstreamHealth: (upstream: string, minute: number) => at('health', upstream, String(minute)),
    /** Channel that announces the upstreams that stopped answering, or answer again. */
    closures: at('closures'),
    /** Channel that announces limits. */
    limits: at('limits'),
    /** Hash process id → when it was last alive, and digests of its settings (JSON). */
    processes: at('processes'),
    /** The key of these digests. */
    settingsKey: at('settings-key'),
    /** Written to see whether Redis takes writes. */
    writeTest: at('write-test'),
    /** Prefix of the queues. */
    queues: at('queues'),
  }
}
