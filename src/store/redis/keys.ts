/** The Redis keys of one mirror; several mirrors may share a Redis. */
export type Keys = ReturnType<typeof createKeys>

/** Builds every key of a mirror in one place, so that the layout can be read here. */
export function createKeys(mirrorId: string) {
  const at = (...parts: string[]): string => ['pm', mirrorId, ...parts].join(':')
  return {
    mirrorId,
    /** Hash shape → newest format version that a process of this mirror may have stored. */
    formats: at('formats'),
    /** Hash Redis key and field → a value that could not be read, taken away from there. */
    damaged: at('damaged'),
    /** Hash gtin → SnapshotHead (JSON). */
    heads: (language: string) => at('heads', language),
    /** Hash gtin → product and base (compressed JSON). */
    bodies: (language: string) => at('bodies', language),
    /** Set of the gtins whose page is retired. */
    retired: (language: string) => at('retired', language),
    /** Hash gtin → `count:runId`. */
    misses: (language: string) => at('misses', language),
    /** What products are in the CMS: `pages` or `posts`. */
    cmsType: at('cms-type'),
    /** Set of the languages that have snapshots. */
    languages: at('languages'),
    /** Hash record id, or `parent:<path>`, → Intent (JSON). */
    intents: at('intents'),
    /** Hash record id → what a person decided about it. */
    decisions: at('decisions'),
    /** Hash record id → the conflict that waits for a person. */
    conflicts: at('conflicts'),
    /** Hash record id → the version that the blank guard holds back. */
    suspects: at('suspects'),
    /** Hash record id → since when its page is left for later. */
    deferrals: at('deferrals'),
    /** Hash record id → how often in a row it failed. */
    failing: at('failing'),
    /** Hash asset address → KnownAsset (JSON). */
    assets: at('assets'),
    /** Set of asset addresses whose file the partner refused for good. */
    refusedAssets: at('refused-assets'),
    /** Hash record id → the assets that its page was written without. */
    missingAssets: at('missing-assets'),
    /** Hash SHA-256 → Media (JSON). */
    media: at('media'),
    /** Hash SHA-256 → time of an upload under way. */
    mediaClaims: at('media-claims'),
    /** Hash SHA-256 → when an upload of these bytes had an unknown outcome. */
    uncertainMedia: at('uncertain-media'),
    /** Hash parent path → page id. */
    parents: at('parents'),
    /** Hash parent path → the page’s address. */
    parentAddresses: at('parents', 'addresses'),
    /** Stands while one of them may be gone. */
    parentsInvalidated: at('parents', 'invalidated'),
    /** Hash language → counter: the languages whose list of products may be out of date. */
    staleListings: at('stale-listings'),
    /** Stands once a run over everything has come to its end: what the snapshots hold is then all there is. */
    wholeKnown: at('whole-known'),
    /** Set of the gtins whose pages may link other languages than they ought to. */
    staleLinks: at('stale-links'),
    /** Hash page id → MenuItemState (JSON): what is known of the language pages' items in a menu. */
    menuItems: (menuId: number) => at('menu-items', String(menuId)),
    /** Hash record id → id of the page that stands away from its slug; `trash/` before the id of one in the trash. */
    movedPages: at('moved'),
    /** Stream of what people did through the dashboard and the API. */
    audit: at('audit'),
    /** Sorted set of run ids by time. */
    runs: at('runs'),
    /** Set of the ids of held and planned runs. */
    waitingRuns: at('runs', 'waiting'),
    /** Counter behind the run ids of a day. */
    runCounter: (day: string) => at('run-counter', day),
    /** The id of the run at work. */
    activeRun: at('active-run'),
    /** Run (JSON). */
    run: (runId: string) => at('run', runId),
    /** Hash of counters that grow while the run is at work. */
    progress: (runId: string) => at('run', runId, 'progress'),
    /** Hash record id → Outcome (JSON). */
    outcomes: (runId: string) => at('run', runId, 'outcomes'),
    /** Hash record id → Replaced (compressed JSON): what stood in the CMS before the run wrote. */
    undo: (runId: string) => at('run', runId, 'undo'),
    /** Hash id of what may have been created twice → since when, by the CMS's clock. */
    uncertain: (runId: string) => at('run', runId, 'uncertain'),
    /** Hash record id, or `<kind>:<name>`, → Loss (JSON): how often the requests failed that carried it. */
    losses: (runId: string) => at('run', runId, 'losses'),
    /** Hash: the size of batches that the CMS takes, and when it last answered one. */
    batchPace: (runId: string) => at('run', runId, 'batch-pace'),
    /** Hash finding id → Finding (JSON). */
    findings: (runId: string) => at('run', runId, 'findings'),
    /** Set of the ids of the pages that were compared. */
    seenPages: (runId: string) => at('run', runId, 'seen'),
    /** Hash subject → SentNotice (JSON): the troubles that people know of. */
    sentNotices: at('sent-notices'),
    /** Digest of the findings that people were told of last. */
    notifiedFindings: at('notified-findings'),
    /** Set of the catalogue's GTINs. */
    catalog: (runId: string) => at('run', runId, 'catalog'),
    /** Hash record id → Change (compressed JSON). */
    plan: (runId: string) => at('run', runId, 'plan'),
    /** Sorted set of the plan's record ids, scored by the kind of change. */
    planOrder: (runId: string) => at('run', runId, 'plan', 'order'),
    /** Hash asset address → kind, and the id of a record that shows it. */
    planAssets: (runId: string) => at('run', runId, 'plan', 'assets'),
    /** Hash record id → what stood in the CMS for it when the plan was set aside. */
    planFingerprints: (runId: string) => at('run', runId, 'plan', 'fingerprints'),
    /** Hash record id → why an approval could not check it. */
    planUnchecked: (runId: string) => at('run', runId, 'plan', 'unchecked'),
    /** Every key that a run leaves behind. */
    ofRun: (runId: string) => [
      at('run', runId),
      ...['progress', 'outcomes', 'undo', 'uncertain', 'findings', 'seen', 'catalog', 'plan'].map((part) =>
        at('run', runId, part),
      ),
      ...['losses', 'batch-pace'].map((part) => at('run', runId, part)),
      ...['order', 'assets', 'fingerprints', 'unchecked'].map((part) => at('run', runId, 'plan', part)),
    ],
    /** Until when a upstream is limited (milliseconds since 1970), gone when it is not. */
    limit: (upstream: string) => at('limit', upstream),
    /** When the next paced call to a upstream may go out. */
    pace: (upstream: string) => at('pace', upstream),
    /** Hash of a upstream’s answers in a minute, counted over the fleet. */
    upstreamHealth: (upstream: string, minute: number) => at('health', upstream, String(minute)),
    /** Channel on which limits are announced. */
    limits: at('limits'),
    /** Prefix of the queues. */
    queues: at('queues'),
  }
}
