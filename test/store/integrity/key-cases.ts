import type { Redis } from 'ioredis'
import { createUpstreamsHealth } from '../../../src/store/fleet/api-health.ts'
import { openGates } from '../../../src/store/fleet/gate.ts'
import { readLimits } from '../../../src/store/fleet/limit-bounds.ts'
import { createProcesses } from '../../../src/store/fleet/processes.ts'
import { assertFormats } from '../../../src/store/versions/check-formats.ts'
import { assertCmsType } from '../../../src/store/records/cms-type.ts'
import type { Keys } from '../../../src/store/redis/keys.ts'
import { findWriteFault } from '../../../src/store/redis/write-fault.ts'
import type { Stores } from '../../../src/store/stores.ts'

export const now = Date.parse('2026-11-20T10:00:00Z')
export const runId = '2026-11-20-1'
export const menuId = 5
const url = 'https://p.example/a.png'
const gtin = '4006381333931'
const de = 'de-de'
const one = [{ gtin, language: de }]
const id = `${gtin}/${de}`
const page = {
  id: 7,
  slug: 'a',
  status: 'publish',
  parent: 2,
  featuredMedia: 0,
  modifiedGmt: '2026-11-20T09:00:00',
  revision: 1,
} as const

export type Opened = Stores & { redis: Redis; keys: Keys; connect: () => Redis }
type Use = (opened: Opened) => Promise<unknown>
/** The result of a corrupt value: it is moved away, named by the error of its record, or counts as absent. */
type Corrupt = 'moved' | 'named' | 'absent'

/** The type that the mirror stores at a key, the code that reads or counts it, and the field of a corrupt value. */
export type KeyCase = {
  type: 'string' | 'hash' | 'set' | 'zset' | 'stream'
  use: Use
  field?: string
  corrupt?: Corrupt
}

const hash = (field: string, corrupt: Corrupt, use: Use): KeyCase => ({ type: 'hash', field, corrupt, use })
const text = (corrupt: Corrupt, use: Use): KeyCase => ({ type: 'string', corrupt, use })
const other = (type: 'set' | 'zset' | 'stream', use: Use): KeyCase => ({ type, use })

async function useLimits({ redis, keys, connect }: Opened): Promise<void> {
  await readLimits(redis, keys, ['partner', 'cms'])
  const gates = openGates(connect(), connect(), keys)
  await gates.open()
  await gates.gateOf('partner', 1_000, 1_000).pass(AbortSignal.timeout(60_000))
  await gates.gateOf('partner', 1_000).close(100)
  gates.close()
}

/** Counts once more, and returns the progress. */
async function count({ runs }: Opened): Promise<unknown> {
  await runs.progress(runId)
  await runs.advance(runId, { planned: 3 })
  return runs.progress(runId)
}

/** Every kind of key that holds data of the mirror. */
export const keyCases = {
  formats: hash('keys', 'moved', (s) => assertFormats(s.redis, s.keys)),
  damaged: hash('x', 'absent', (s) => s.redis.hset(s.keys.damaged, 'a', 1)),
  heads: hash(gtin, 'named', (s) => s.snapshots.heads(one)),
  bodies: hash(gtin, 'named', (s) => s.snapshots.read(one)),
  searchTexts: hash('7', 'absent', (s) => s.searchTexts.find(['a'], 10)),
  retired: other('set', (s) => s.snapshots.gtins(de)),
  outdated: other('set', (s) => s.snapshots.gtins(de)),
  misses: hash(gtin, 'absent', (s) =>
    s.snapshots.countMisses(one, { runId, at: 0, intervalMs: 0, place: 'partner' }, false),
  ),
  cmsType: text('absent', (s) => assertCmsType(s.redis, s.keys, 'm', 'posts')),
  postType: text('absent', (s) => s.postType.read()),
  catalogColumns: hash(gtin, 'absent', (s) => s.catalogColumns.read([gtin])),
  fieldNames: hash('media/7', 'absent', (s) => s.fieldNames.read('media', [7])),
  languages: other('set', (s) => s.snapshots.countMirrored()),
  intents: hash(id, 'named', (s) => s.writes.intents(one)),
  decisions: hash(id, 'named', (s) => s.decisions.read(one)),
  conflicts: hash(id, 'named', (s) => s.conflicts.read(one)),
  suspects: hash(id, 'named', (s) => s.suspects.read(one)),
  deferrals: hash(id, 'named', (s) => s.deferrals.read(one)),
  failing: hash(id, 'named', (s) => s.failing.read(one)),
  pageStates: hash(id, 'named', (s) => s.pageStates.read(one)),
  staleBlocks: other('set', (s) => s.staleBlocks.clear(one)),
  cmsCursor: text('absent', (s) => s.observed.readCursor()),
  fullReads: text('absent', (s) => s.etags.read(runId)),
  etagFault: text('absent', (s) => s.etags.read(runId)),
  knownPages: hash('7', 'absent', (s) => s.observed.compare([page], '')),
  assets: hash(url, 'absent', (s) => s.media.assets([url])),
  changedAssets: hash(url, 'absent', (s) => s.media.changed()),
  signedFiles: hash(url, 'absent', (s) => s.signedFiles.recordOf(url)),
  formUploads: hash('fault', 'absent', (s) => s.formUploads.fault()),
  recheck: text('absent', (s) => s.media.recheckState()),
  outdatedFiles: hash(id, 'named', (s) => s.outdatedFiles.read(one)),
  uncheckedAssets: other('set', (s) => s.media.unchecked()),
  refusedAssets: other('set', (s) => s.media.refused([url])),
  missingAssets: hash(id, 'named', (s) => s.missingAssets.read(one)),
  media: hash('aa', 'absent', (s) => s.media.media(['aa'])),
  unusedMedia: hash('aa', 'absent', (s) => s.unusedMedia.all()),
  fileUses: hash('freed', 'moved', (s) => s.redis.hincrby(s.keys.fileUses, 'freed', 1)),
  documents: hash('aa', 'absent', (s) => s.media.documentUses(['aa'])),
  mediaClaims: hash('aa', 'absent', (s) => s.media.claim('aa')),
  wantedSizes: hash('aa', 'absent', (s) => Array.fromAsync(s.wantedSizes.scan())),
  uncertainMedia: hash('aa', 'absent', (s) => s.media.uncertain()),
  parents: hash('products', 'moved', (s) => s.parents.read()),
  parentAddresses: hash('products', 'absent', (s) => s.parents.addresses()),
  parentsInvalidated: text('absent', (s) => s.parents.isInvalidated()),
  wholeKnown: text('absent', (s) => s.listings.isComplete()),
  listingLayout: text('absent', (s) => s.listings.isMarkedFor('digest')),
  writtenListings: hash('products', 'absent', (s) => s.listings.written(['products'])),
  staleListings: hash(de, 'moved', (s) => s.redis.hincrby(s.keys.staleListings, de, 1)),
  members: hash(gtin, 'absent', (s) => s.families.stored(one)),
  families: other('zset', (s) => s.families.gtins(undefined, [{ language: de, family: 'f' }], 5)),
  planMembers: hash(id, 'absent', (s) => s.families.planned(runId, one)),
  planFamilies: other('zset', (s) => s.families.gtins(runId, [{ language: de, family: 'f' }], 5)),
  staleLinks: other('set', (s) => Array.fromAsync(s.staleLinks.scan())),
  movedLanguages: other('set', (s) => s.movedLanguages.read()),
  menuItems: hash('22', 'named', (s) => s.menuItems.read(menuId)),
  movedPages: hash(id, 'named', (s) => s.movedPages.read(one)),
  audit: other('stream', (s) => s.audit.list(5)),
  runs: other('zset', (s) => s.runs.list(5)),
  waitingRuns: other('set', (s) => s.runs.waiting()),
  runCounter: text('absent', (s) => s.runs.nextId(new Date(now))),
  activeRun: text('moved', (s) => s.runs.activeId()),
  productRuns: other('set', (s) => s.runs.products()),
  plannedSize: text('absent', (s) => s.plannedSize.read()),
  valuesApart: hash(id, 'named', (s) => s.valuesApart.read(one)),
  updatedApart: other('set', (s) => Array.fromAsync(s.updatedApart.scan())),
  leaseHolders: other('zset', (s) => s.leases.take('whole mirror', 'job')),
  jobsWithLeases: other('set', (s) => s.leases.share('job', [gtin])),
  wholeLease: text('absent', (s) => s.leases.take('whole mirror', 'job')),
  sharedPagesLease: text('absent', (s) => s.leases.take('shared pages', 'job')),
  run: hash('counts', 'moved', (s) => s.runs.read(runId)),
  progress: hash('planned', 'moved', count),
  outcomes: hash(id, 'absent', (s) => Array.fromAsync(s.runs.scanOutcomes(runId))),
  runIndex: hash('revision', 'absent', (s) => s.runIndexes.sizeOf({ id: runId, state: 'done' })),
  undo: hash(id, 'named', (s) => s.undo.read(runId, [{ key: { gtin, language: de }, snapshot: undefined }])),
  leftDuplicates: hash(id, 'absent', (s) => s.writes.uncertain(runId)),
  lateCreates: hash(id, 'absent', (s) => s.writes.lateCreates()),
  uncertain: hash(id, 'absent', (s) => s.writes.uncertain(runId)),
  sendFailures: hash(id, 'absent', (s) => s.sendFailures.read(runId, [id])),
  batchPace: hash('size', 'absent', (s) => s.sendFailures.answered(runId, 25, now)),
  findings: hash(id, 'absent', (s) => Array.fromAsync(s.findings.scan(runId))),
  seenPages: other('set', (s) => s.findings.seen(runId, [7])),
  sentNotices: hash('run', 'absent', (s) => s.sentNotices.read()),
  notifiedFindings: text('absent', (s) => s.findings.readNotified()),
  catalog: other('zset', (s) => s.runs.countCatalog(runId)),
  plan: hash(id, 'named', (s) => s.plans.read(runId, [id])),
  planOrder: other('zset', (s) => s.plans.countKinds(runId)),
  planAssets: hash(url, 'absent', (s) => s.plans.listAssets(runId)),
  planFields: hash(id, 'absent', (s) => s.plans.fields(runId, [id])),
  planSlugs: hash(id, 'absent', (s) => s.plans.slugs(runId, [id])),
  planFingerprints: hash(id, 'absent', (s) => s.plans.readPageFingerprints(runId, [id])),
  planSelected: hash(id, 'absent', (s) => s.plans.readSelected(runId, [id])),
  planResynced: hash(id, 'absent', (s) => s.resynced.read(runId, one)),
  planUnchecked: hash(id, 'absent', (s) => Array.fromAsync(s.plans.scanUnchecked(runId))),
  limit: text('moved', useLimits),
  limitDuration: text('absent', useLimits),
  pace: text('absent', useLimits),
  breaker: hash('retry', 'absent', useLimits),
  answered: text('absent', useLimits),
  upstreamHealth: hash('failed', 'moved', (s) => createUpstreamsHealth(s.redis, s.keys, () => now).read()),
  processes: hash('p', 'absent', (s) => createProcesses(s.redis, s.keys).findDifferences({ A: '1' })),
  settingsKey: text('absent', (s) => createProcesses(s.redis, s.keys).findDifferences({ A: '1' })),
  writePause: text('absent', (s) => s.writePauses.read()),
  writeNow: text('absent', (s) => s.writePauses.mayWriteNow(runId)),
  writeTest: text('absent', (s) => findWriteFault(s.redis, s.keys)),
} satisfies Partial<Record<keyof Keys, KeyCase>>

export const caseNames = Object.keys(keyCases) as (keyof typeof keyCases)[]

/**
 * They name no key, or one that the mirror does not read: a channel, what was moved away, and BullMQ's own. The leases on
 * products move a foreign value away when they are taken.
 */
export const withoutCase = [
  'mirrorId',
  'prefix',
  'movedAway',
  'planKeys',
  'types',
  'breakerChanges',
  'limits',
  'queues',
  'productLease',
  'jobLease',
] as const

const ofLanguage = ['heads', 'bodies', 'retired', 'outdated', 'misses', 'members', 'families'] as const

/** A key of each kind. */
export function keysByName(keys: Keys): Map<string, string> {
  const named: Partial<Record<keyof Keys, string>> = {
    ...Object.fromEntries(ofLanguage.map((name) => [name, keys[name](de)])),
    menuItems: keys.menuItems(menuId),
    runCounter: keys.runCounter('2026-11-20'),
    limit: keys.limit('partner'),
    limitDuration: keys.limitDuration('partner'),
    pace: keys.pace('partner'),
    breaker: keys.breaker('partner'),
    answered: keys.answered('partner'),
    upstreamHealth: keys.upstreamHealth('cms', now / 60_000 - 9),
  }
  return new Map(
    caseNames.map((name) => {
      const key = keys[name]
      return [
        name,
        named[name] ?? (typeof key === 'string' ? key : (key as (runId: string) => string)(runId)),
      ]
    }),
  )
}
