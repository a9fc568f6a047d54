import type { Keys } from '../redis/keys.ts'

type KeyType = 'string' | 'hash' | 'set' | 'zset' | 'stream'

/** A key and its Redis type. */
export type TypedKey = readonly [key: string, type: KeyType]

const fixed = {
  hash: [
    'formats',
    'damaged',
    'intents',
    'leftDuplicates',
    'lateCreates',
    'decisions',
    'conflicts',
    'suspects',
    'deferrals',
    'failing',
    'pageStates',
    'knownPages',
    'assets',
    'changedAssets',
    'signedFiles',
    'formUploads',
    'outdatedFiles',
    'missingAssets',
    'media',
    'unusedMedia',
    'documents',
    'mediaClaims',
    'uncertainMedia',
    'parents',
    'parentAddresses',
    'staleListings',
    'movedPages',
    'sentNotices',
    'processes',
  ],
  string: [
    'cmsType',
    'cmsCursor',
    'fullReads',
    'etagFault',
    'recheck',
    'parentsInvalidated',
    'wholeKnown',
    'activeRun',
    'notifiedFindings',
    'settingsKey',
    'writeTest',
    'wholeLease',
    'sharedPagesLease',
  ],
  set: [
    'languages',
    'refusedAssets',
    'uncheckedAssets',
    'staleLinks',
    'movedLanguages',
    'staleBlocks',
    'waitingRuns',
    'productRuns',
    'updatedApart',
  ],
  zset: ['runs', 'leaseHolders'],
  stream: ['audit'],
} as const satisfies Record<KeyType, readonly (keyof Keys)[]>

const upstreams = ['partner', 'cms'] as const

/** The keys that every mirror has. */
export function fixedTypes(keys: Keys): TypedKey[] {
  return [
    ...fixed.hash.map((name) => [keys[name], 'hash'] as const),
    ...fixed.string.map((name) => [keys[name], 'string'] as const),
    ...fixed.set.map((name) => [keys[name], 'set'] as const),
    ...fixed.zset.map((name) => [keys[name], 'zset'] as const),
    ...fixed.stream.map((name) => [keys[name], 'stream'] as const),
    ...upstreams.flatMap((upstream): TypedKey[] => [
      [keys.limit(upstream), 'string'],
      [keys.pace(upstream), 'string'],
      [keys.closure(upstream), 'hash'],
      [keys.answered(upstream), 'string'],
    ]),
  ]
}

/** The keys of the snapshots in a language. */
export function languageTypes(keys: Keys, language: string): TypedKey[] {
  return [
    [keys.heads(language), 'hash'],
    [keys.bodies(language), 'hash'],
    [keys.misses(language), 'hash'],
    [keys.retired(language), 'set'],
    [keys.outdated(language), 'set'],
  ]
}

/** The keys of a run. */
export function runTypes(keys: Keys, runId: string): TypedKey[] {
  return [
    [keys.run(runId), 'hash'],
    [keys.progress(runId), 'hash'],
    [keys.outcomes(runId), 'hash'],
    [keys.undo(runId), 'hash'],
    [keys.uncertain(runId), 'hash'],
    [keys.losses(runId), 'hash'],
    [keys.batchPace(runId), 'hash'],
    [keys.findings(runId), 'hash'],
    [keys.seenPages(runId), 'set'],
    [keys.catalog(runId), 'zset'],
    [keys.plan(runId), 'hash'],
    [keys.planOrder(runId), 'zset'],
    [keys.planAssets(runId), 'hash'],
    [keys.planFingerprints(runId), 'hash'],
    [keys.planUnchecked(runId), 'hash'],
    [keys.planResynced(runId), 'hash'],
  ]
}
