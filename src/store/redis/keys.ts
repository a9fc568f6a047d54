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
 * all its keys are in one slot, so scripts and transactions may combine them.
 */
export function createKeys(mirrorId: string, { inCluster = false } = {}) {
  const prefix = `pm:${inCluster ? `{${mirrorId}}` : mirrorId}:`
  const at = (...parts: string[]): string => prefix + parts.join(':')
  return {
    mirrorId,
    /** The prefix of every key and channel. */
    prefix,
    /** Hash shape → newest format version that this mirror may hold. */
    formats: at('formats'),
    /** Hash Redis key and field → the unreadable value from there. */
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
    /** Hash gtin → `count|runId|time in ms`: the number of consecutive misses, and the last miss that counted. */
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
    /** Hash record id → Failing (JSON): its consecutive failures. */
    failing: at('failing'),
    /** Hash record id → PageState (JSON): the state that editors gave to its page. */
    pageStates: at('page-states'),
    /**
     * Set of the record ids whose page shows an older version of our block, because an editor saved it over the current
     * one.
     */
    staleBlocks: at('stale-blocks'),
    /** Cursor (JSON): the progress of the search for changed pages in the CMS. */
    cmsCursor: at('cms-cursor'),
    /** `run id|from|to` in ms: the run requests in full the records whose turn is in this range. */
    fullReads: at('full-reads'),
    /** Id of a record whose ETag did not change with its data; expires. */
    etagFault: at('etag-fault'),
    /**
     * Hash page id → the newest version that the mirror wrote or read: time, revision, and fields that create no
     * revision.
     */
    knownPages: at('known-pages'),
    /** Hash asset URL → KnownAsset (JSON). */
    assets: at('assets'),
    /** Hash asset URL → SHA-256 of its new bytes, while pages may show the earlier ones. */
    changedAssets: at('changed-assets'),
    /** Set of URLs of known assets whose last request failed: the next whole run requests them again. */
    uncheckedAssets: at('unchecked-assets'),
    /** RecheckState (JSON): the known assets that are checked next. */
    recheck: at('recheck'),
    /** Hash record id → OutdatedFiles (JSON): files of which its page shows an earlier version. */
    outdatedFiles: at('outdated-files'),
    /** Hash asset URL → id of the record that had a signed link to it most recently. */
    signedFiles: at('signed-files'),
    /** Hash: the response that rejected a raw upload, and the run that reported it. */
    formUploads: at('form-uploads'),
    /** Set of asset URLs that the partner refused permanently. */
    refusedAssets: at('refused-assets'),
    /** Hash record id → MissingAssets (JSON): the assets that its page was written without. */
    missingAssets: at('missing-assets'),
    /** Hash SHA-256 → Media (JSON). */
    media: at('media'),
    /** Hash SHA-256 → UnusedSince (JSON): a file that is on no page. */
    unusedMedia: at('unused-media'),
    /** Hash SHA-256 → `kept` or `free`: whether a document was ever shown as one that must stay. */
    documents: at('documents'),
    /** Hash SHA-256 → start of an upload in progress. */
    mediaClaims: at('media-claims'),
    /** Hash SHA-256 → the time of an upload of these bytes that got no reply. */
    uncertainMedia: at('uncertain-media'),
    /** Hash parent path → page id. */
    parents: at('parents'),
    /** Hash parent path → the page’s URL. */
    parentAddresses: at('parents', 'addresses'),
    /** Exists while one of the parent pages may be gone. */
    parentsInvalidated: at('parents', 'invalidated'),
    /** Hash language → counter: the languages whose listing may be outdated. */
    staleListings: at('stale-listings'),
    /** Exists once a full run has ended: from then on the snapshots cover every mirrored page. */
    wholeKnown: at('whole-known'),
    /** Set of the gtins whose pages may have wrong language links. */
    staleLinks: at('stale-links'),
    /** Set of the languages in which all pages may have another URL. */
    movedLanguages: at('moved-languages'),
    /** Hash page id → MenuItemState (JSON) of a language page's item in a menu. */
    menuItems: (menuId: number) => at('menu-items', String(menuId)),
    /**
     * Hash record id → id of its page at another slug; the field has the prefix `trash/` if that page is in the trash.
     */
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
    /** The product run that has exclusive use of a product, or waits for it: `<run id>` or `<run id> waits`. */
    productLease: (gtin: string) => at('lease', gtin),
    /** Set of the jobs of the active run that are processing a product. */
    sharedLease: (gtin: string) => at('lease', gtin, 'shared'),
    /** Sorted set of the product runs with leases, scored by their expiry (ms). */
    leaseHolders: at('lease-holders'),
    /** The job that has exclusive use of the whole mirror, or waits for it. */
    wholeLease: at('lease-whole'),
    /** The job that has exclusive use of the pages that products share: parent pages, listings, the menu. */
    sharedPagesLease: at('lease-shared-pages'),
    /** Hash field of the Run → JSON. */
    run: (runId: string) => at('run', runId),
    /** Hash of counters that grow while the run is active. */
    progress: (runId: string) => at('run', runId, 'progress'),
    /** Hash record id → Outcome (JSON). */
    outcomes: (runId: string) => at('run', runId, 'outcomes'),
    /** Hash record id → Replaced (compressed JSON): the version that the run replaced. */
    undo: (runId: string) => at('run', runId, 'undo'),
    /** Hash id of a page that may have been created twice → time before the first create, by the CMS's clock. */
    uncertain: (runId: string) => at('run', runId, 'uncertain'),
    /** Hash id of a page with a duplicate that the CMS did not remove → the same time as in `uncertain`. */
    leftDuplicates: at('left-duplicates'),
    /** Hash id of a page created with a lost reply, in any run → `time as in uncertain|time of the mark in ms`. */
    lateCreates: at('late-creates'),
    /** Hash record id, or `<kind>:<name>`, → Loss (JSON): the failed requests that contained it. */
    losses: (runId: string) => at('run', runId, 'losses'),
    /** Hash: the batch size that the CMS accepts, and the time of its last response to a batch. */
    batchPace: (runId: string) => at('run', runId, 'batch-pace'),
    /** Hash finding id → Finding (JSON). */
    findings: (runId: string) => at('run', runId, 'findings'),
    /** Set of the ids of the pages that a verify has compared. */
    seenPages: (runId: string) => at('run', runId, 'seen'),
    /** Hash subject → SentNotice (JSON) of open problems. */
    sentNotices: at('sent-notices'),
    /** Digest of the findings of the last notice. */
    notifiedFindings: at('notified-findings'),
    /** Sorted set of the catalogue's GTINs, scored by the first read that listed them. */
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
    /** Until when an upstream is limited (milliseconds since 1970); absent without a limit. */
    limit: (upstream: string) => at('limit', upstream),
    /** Hash: since when an upstream does not respond, and when it is tried next; absent while it responds. */
    closure: (upstream: string) => at('closure', upstream),
    /** The time of an upstream's last response (milliseconds since 1970), accurate to some seconds. */
    answered: (upstream: string) => at('answered', upstream),
    /** When the next paced call to an upstream may be sent. */
    pace: (upstream: string) => at('pace', upstream),
    /** Hash of an upstream’s responses in one minute, counted over the fleet. */
    upstreamHealth: (upstream: string, minute: number) => at('health', upstream, String(minute)),
    /** Channel that announces upstreams that stopped responding, or respond again. */
    closures: at('closures'),
    /** Channel that announces limits. */
    limits: at('limits'),
    /** Hash process id → the last time it was alive, and digests of its settings (JSON). */
    processes: at('processes'),
    /** The secret key of these digests. */
    settingsKey: at('settings-key'),
    /** Written to test whether Redis accepts writes. */
    writeTest: at('write-test'),
    /** Prefix of the queues. */
    queues: at('queues'),
  }
}
