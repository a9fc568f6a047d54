import { recordTables, type RecordTable } from './record-tables.ts'

/** The Redis keys of one mirror; several mirrors may share a Redis. */
export type Keys = ReturnType<typeof createKeys>

type KeyType = 'string' | 'hash' | 'set' | 'zset' | 'stream'

/** A key and its Redis type. */
export type TypedKey = readonly [key: string, type: KeyType]

/**
 * Builds every key of a mirror, so that the whole layout is in one place. In a cluster the mirror's name is a hash tag:
 * all its keys are in one slot, so scripts and transactions may combine them. Each key is declared once, with its type.
 */
export function createKeys(mirrorId: string, { inCluster = false } = {}) {
  const prefix = `pm:${inCluster ? `{${mirrorId}}` : mirrorId}:`
  const at = (...parts: string[]): string => prefix + parts.join(':')
  const ofMirror: TypedKey[] = []
  const one = (type: KeyType, ...parts: string[]): string => {
    ofMirror.push([at(...parts), type])
    return at(...parts)
  }
  const ofLanguage = createFamily((language, parts) => at(...parts, language))
  const ofRun = createFamily((runId, parts) => at('run', runId, ...parts))
  const ofPlan = createFamily((runId, parts) => at('run', runId, 'plan', ...parts))
  const ofUpstream = createFamily((upstream, parts) => at(...parts, upstream))
  const tables = Object.entries(recordTables).map(([table, { name }]) => [table, one('hash', name)])
  return {
    mirrorId,
    /** The prefix of every key and channel. */
    prefix,
    /** Hash shape → newest format version that this mirror may hold. */
    formats: one('hash', 'formats'),
    /** Hash Redis key and field → the unreadable value from there. */
    damaged: one('hash', 'damaged'),
    /** A key of another type, moved away at a time in ms. */
    movedAway: (key: string, now: number) => at('moved-away', String(now), key.slice(prefix.length)),
    /** Hash gtin → SnapshotHead (JSON). */
    heads: ofLanguage.one('hash', 'heads'),
    /** Hash gtin → product and base (compressed JSON). */
    bodies: ofLanguage.one('hash', 'bodies'),
    /** Set of the gtins whose page is retired. */
    retired: ofLanguage.one('set', 'retired'),
    /** Set of the gtins whose page shows an older version since Redis lost its data. */
    outdated: ofLanguage.one('set', 'outdated'),
    /** Hash gtin → `count|runId|time in ms|place`: the number of consecutive misses, and the last miss that counted. */
    misses: ofLanguage.one('hash', 'misses'),
    /** Hash gtin → Member (JSON) of a family. */
    members: ofLanguage.one('hash', 'members'),
    /** Sorted set of `<family>/<gtin>`, in alphabetical order. */
    families: ofLanguage.one('zset', 'families'),
    /** The CMS type of products: `pages` or `posts`. */
    cmsType: one('string', 'cms-type'),
    /** The name of the post type of products, unless they are pages or posts. */
    postType: one('string', 'post-type'),
    /** Hashes record id → JSON. */
    ...(Object.fromEntries(tables) as Record<RecordTable, string>),
    /** Hash number → some records and their item numbers, names, page titles, numbers and slugs, folded for searches. */
    searchTexts: one('hash', 'search-texts'),
    /** Set of the languages that have snapshots. */
    languages: one('set', 'languages'),
    /**
     * Set of the record ids whose page shows an older version of our block, because an editor saved it over the current
     * one.
     */
    staleBlocks: one('set', 'stale-blocks'),
    /** Cursor (JSON): the progress of the search for changed pages in the CMS. */
    cmsCursor: one('string', 'cms-cursor'),
    /** `run id|from|to` in ms: the run requests in full the records whose turn is in this range. */
    fullReads: one('string', 'full-reads'),
    /** Id of a record whose ETag did not change with its data; expires. */
    etagFault: one('string', 'etag-fault'),
    /**
     * Hash page id → the newest version that the mirror wrote or read: time, revision, and fields that create no
     * revision.
     */
    knownPages: one('hash', 'known-pages'),
    /** Hash asset URL → KnownAsset (JSON). */
    assets: one('hash', 'assets'),
    /** Hash asset URL → SHA-256 of its new bytes, while pages may show the earlier ones. */
    changedAssets: one('hash', 'changed-assets'),
    /** Set of URLs of known assets whose last request failed: the next whole run requests them again. */
    uncheckedAssets: one('set', 'unchecked-assets'),
    /** RecheckState (JSON): the known assets that are checked next. */
    recheck: one('string', 'recheck'),
    /** Hash asset URL → id of the record that had a signed link to it most recently. */
    signedFiles: one('hash', 'signed-files'),
    /** Hash: the response that rejected a raw upload, and the run that reported it. */
    formUploads: one('hash', 'form-uploads'),
    /** Set of asset URLs that the partner refused permanently. */
    refusedAssets: one('set', 'refused-assets'),
    /** Hash SHA-256 → Media (JSON). */
    media: one('hash', 'media'),
    /** Hash SHA-256 → WantedSizes (JSON): a file whose smaller sizes are still to be created. */
    wantedSizes: one('hash', 'wanted-sizes'),
    /** Hash SHA-256 → UnusedSince (JSON): a file that is on no page. */
    unusedMedia: one('hash', 'unused-media'),
    /** Hash FileUse → counter: what writes may have done to the files on pages since the last search for unused ones. */
    fileUses: one('hash', 'file-uses'),
    /** Hash SHA-256 → `kept` or `free`: whether a document was ever shown as one that must stay. */
    documents: one('hash', 'documents'),
    /** Hash SHA-256 → start of an upload in progress. */
    mediaClaims: one('hash', 'media-claims'),
    /** Hash SHA-256 → the time of an upload of these bytes that got no reply. */
    uncertainMedia: one('hash', 'uncertain-media'),
    /** Hash parent path → page id. */
    parents: one('hash', 'parents'),
    /** Hash parent path → the page’s URL. */
    parentAddresses: one('hash', 'parents', 'addresses'),
    /** Exists while one of the parent pages may be gone. */
    parentsInvalidated: one('string', 'parents', 'invalidated'),
    /** Hash language → counter: the languages whose listing may be outdated. */
    staleListings: one('hash', 'stale-listings'),
    /** The digest of the layout and labels of the listings on the pages. */
    listingLayout: one('string', 'listing-layout'),
    /** Hash path of a parent page → `digest of its content digest of its list` after our last write. */
    writtenListings: one('hash', 'written-listings'),
    /** Exists once a full run has ended: from then on the snapshots cover every mirrored page. */
    wholeKnown: one('string', 'whole-known'),
    /** Set of the gtins whose pages, or pages of other sizes, may have wrong links. */
    staleLinks: one('set', 'stale-links'),
    /** Set of the languages in which all pages may have another URL. */
    movedLanguages: one('set', 'moved-languages'),
    /** Hash page id → MenuItemState (JSON) of a language page's item in a menu. */
    menuItems: (menuId: number) => at('menu-items', String(menuId)),
    /** Hash record id → id of its oldest page at another slug. Before 0.3.0, pages in the trash had the prefix `trash/`. */
    movedPages: one('hash', 'moved'),
    /** Stream of AuditEntry (JSON). */
    audit: one('stream', 'audit'),
    /** Sorted set of run ids by time. */
    runs: one('zset', 'runs'),
    /** Set of the ids of held and planned runs. */
    waitingRuns: one('set', 'runs', 'waiting'),
    /** Counter behind the run ids of a day. */
    runCounter: (day: string) => at('run-counter', day),
    /** The id of the active run. */
    activeRun: one('string', 'active-run'),
    /** Set of the ids of active product runs. */
    productRuns: one('set', 'product-runs'),
    /** Set of the record ids that runs of some products or languages have updated since the last full run. */
    updatedApart: one('set', 'updated-apart'),
    /** PlannedSize (JSON) of the last full run that wrote. */
    plannedSize: one('string', 'planned-size'),
    /** The product run that has exclusive use of a product, or waits for it: `<run id>` or `<run id> waits`. */
    productLease: (gtin: string) => at('lease', gtin),
    /** The products that a job of the active run is processing: a token, then each GTIN, separated by spaces. */
    jobLease: (job: string) => at('lease-of-job', job),
    /** Set of the jobs with such leases; expires with the last one. */
    jobsWithLeases: one('set', 'lease-jobs'),
    /** Sorted set of the product runs with leases, scored by their expiry (ms). */
    leaseHolders: one('zset', 'lease-holders'),
    /** The job that has exclusive use of the whole mirror, or waits for it. */
    wholeLease: one('string', 'lease-whole'),
    /** The job that has exclusive use of the pages that products share: parent pages, listings, the menu. */
    sharedPagesLease: one('string', 'lease-shared-pages'),
    /** Hash field of the Run → JSON. */
    run: ofRun.one('hash'),
    /** Hash of counters that grow while the run is active. */
    progress: ofRun.one('hash', 'progress'),
    /** Hash record id → Outcome (JSON). */
    outcomes: ofRun.one('hash', 'outcomes'),
    /**
     * Hash: `records`, the run's records in columns (compressed JSON); `revision`, the number of writes of outcomes, with
     * which the columns must agree.
     */
    runIndex: ofRun.one('hash', 'index'),
    /** Hash record id → Replaced (compressed JSON): the version that the run replaced. */
    undo: ofRun.one('hash', 'undo'),
    /** Hash id of a page that may have been created twice → time before the first create, by the CMS's clock. */
    uncertain: ofRun.one('hash', 'uncertain'),
    /** Hash id of a page with a duplicate that the CMS did not remove → the same time as in `uncertain`. */
    leftDuplicates: one('hash', 'left-duplicates'),
    /** Hash id of a page created with a lost reply, in any run → `time as in uncertain|time of the mark in ms`. */
    lateCreates: one('hash', 'late-creates'),
    /** Hash record id, or `<kind>:<name>`, → SendFailures (JSON): the failed requests that contained it. */
    sendFailures: ofRun.one('hash', 'losses'),
    /** Hash: the batch size that the CMS accepts, and the time of its last response to a batch. */
    batchPace: ofRun.one('hash', 'batch-pace'),
    /** Hash finding id → Finding (JSON). */
    findings: ofRun.one('hash', 'findings'),
    /** Set of the ids of the pages that a verify has compared. */
    seenPages: ofRun.one('set', 'seen'),
    /** Hash subject → SentNotice (JSON) of open problems. */
    sentNotices: one('hash', 'sent-notices'),
    /** Digest of the findings of the last notice. */
    notifiedFindings: one('string', 'notified-findings'),
    /** Hash gtin → the columns of the catalogue that the map names (JSON). */
    catalogColumns: one('hash', 'catalog-columns'),
    /** Hash `media/<id>` or `terms.<taxonomy>/<id>` → the name in the CMS, for an hour; "" without one. */
    fieldNames: one('hash', 'field-names'),
    /** Sorted set of the catalogue's GTINs, scored by the first read that listed them. */
    catalog: ofRun.one('zset', 'catalog'),
    /** Hash record id → Change (compressed JSON). */
    plan: ofPlan.one('hash'),
    /** Sorted set of the plan's record ids, scored by the kind of change. */
    planOrder: ofPlan.one('zset', 'order'),
    /** Hash record id → Member (JSON): the family of the planned version. */
    planMembers: ofPlan.one('hash', 'members'),
    /** Sorted set of `<language>/<family>/<gtin>` of these, in alphabetical order. */
    planFamilies: ofPlan.one('zset', 'families'),
    /** Hash asset address → rank and Asset (JSON): the record that names the file. */
    planAssets: ofPlan.one('hash', 'assets'),
    /** Hash record id → slug of its new page, unless it is the default one. */
    planSlugs: ofPlan.one('hash', 'slugs'),
    /** Hash record id → the fields of its update, separated by commas. */
    planFields: ofPlan.one('hash', 'fields'),
    /** Hash record id → fingerprint of its page when the plan was held. */
    planFingerprints: ofPlan.one('hash', 'fingerprints'),
    /** Hash record id → why the check after an approval could not read it. */
    planUnchecked: ofPlan.one('hash', 'unchecked'),
    /** Hash record id → 1: the records of a selected part, when only that was approved. */
    planSelected: ofPlan.one('hash', 'selected'),
    /** Hash record id → the run that synced it since this plan was made. */
    planResynced: ofPlan.one('hash', 'resynced'),
    /** Until when an upstream is limited (milliseconds since 1970); absent without a limit. */
    limit: ofUpstream.one('string', 'limit'),
    /** The whole duration of that limit (milliseconds), which bounds its rest after Redis's clock was corrected. */
    limitDuration: ofUpstream.one('string', 'limit-duration'),
    /**
     * Hash: since when an upstream does not respond, and when it is tried next; absent while its circuit breaker is
     * closed.
     */
    breaker: ofUpstream.one('hash', 'closure'),
    /** The time of an upstream's last response (milliseconds since 1970), accurate to some seconds. */
    answered: ofUpstream.one('string', 'answered'),
    /** When the next paced call to an upstream may be sent. */
    pace: ofUpstream.one('string', 'pace'),
    /** Hash of an upstream’s responses in one minute, counted over the fleet. */
    upstreamHealth: (upstream: string, minute: number) => at('health', upstream, String(minute)),
    /** Channel that announces upstreams that stopped responding, or respond again. */
    breakerChanges: at('closures'),
    /** Channel that announces limits. */
    limits: at('limits'),
    /** Hash process id → the last time it was alive, and digests of its settings (JSON). */
    processes: one('hash', 'processes'),
    /** The secret key of these digests. */
    settingsKey: one('string', 'settings-key'),
    /** StoredPause (JSON): the operator's pause of writes to the CMS. */
    writePause: one('string', 'write-pause'),
    /** The operator's reason for letting a run write outside the windows. */
    writeNow: ofRun.one('string', 'write-now'),
    /** Written to test whether Redis accepts writes. */
    writeTest: one('string', 'write-test'),
    /** Prefix of the queues. */
    queues: at('queues'),
    /** Every key of a run's plan. */
    planKeys: (runId: string) => ofPlan.all(runId).map(([key]) => key),
    /** The keys by what they belong to. */
    types: {
      ofMirror: () => [...ofMirror, ...upstreams.flatMap(ofUpstream.all)],
      ofLanguage: ofLanguage.all,
      ofRun: (runId: string) => [...ofRun.all(runId), ...ofPlan.all(runId)],
    },
  }
}

const upstreams = ['partner', 'cms'] as const

/** Keys that exist for each language, run or upstream. */
function createFamily(keyOf: (member: string, parts: readonly string[]) => string) {
  const all: (readonly [type: KeyType, parts: readonly string[]])[] = []
  return {
    one(type: KeyType, ...parts: string[]) {
      all.push([type, parts])
      return (member: string) => keyOf(member, parts)
    },
    all: (member: string) => all.map(([type, parts]): TypedKey => [keyOf(member, parts), type]),
  }
}
