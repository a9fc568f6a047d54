import type { ChainableCommander } from 'ioredis'
import { linkFields } from '../../core/page/links.ts'
import { changesListing } from '../../core/plan/changes-listing.ts'
import { fileUseOf, fileUses } from '../../core/plan/file-use.ts'
import type { FamilyBy } from '../../core/render/family/member.ts'
import { recordId } from '../../core/record/record.ts'
import type { Commit } from '../../sync/ports/writes.ts'
import { groupBy } from '../../lib/chunks.ts'
import { conflictShape, decisionShape } from '../formats/shapes/decisions.ts'
import { intentShape } from '../formats/shapes/writes.ts'
import { removeFields, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { replaceSame } from '../redis/table.ts'
import { markLinked, markResynced } from '../leases/resynced.ts'
import { saveOutcomes } from '../runs/run-indexes.ts'
import { saveReplaced } from '../runs/undo.ts'
import { saveKnown } from './observed.ts'
import { replacePageStates } from './page-states.ts'
import { saveSnapshots } from './save-snapshots.ts'
import { clearStaleBlocks } from './stale-blocks.ts'

/** Adds the commands that acknowledge a batch, with all changes by its writes. */
export function saveCommits(
  transaction: ChainableCommander,
  keys: Keys,
  { runId, familyBy }: { runId: string; familyBy: FamilyBy | undefined },
  commits: readonly Commit[],
): void {
  const acknowledged = commits.flatMap(({ outcome, snapshot }) =>
    snapshot === undefined ? [] : [{ key: outcome, snapshot }],
  )
  saveSnapshots(transaction, keys, acknowledged, familyBy)
  const stored = commits.filter(({ snapshot }) => snapshot !== undefined)
  markLinked(transaction, keys, runId, idsOf(stored.filter(isForLinks)))
  markResynced(transaction, keys, runId, idsOf(stored.filter((commit) => !isForLinks(commit))))
  clearStaleBlocks(
    transaction,
    keys,
    acknowledged.map(({ key }) => key),
  )
  saveReplaced(transaction, keys, runId, commits)
  markSite(transaction, keys, commits)
  saveDecisions(transaction, keys, commits)
  const seen = commits.filter(({ snapshot, pageState }) => snapshot ?? pageState)
  replacePageStates(
    transaction,
    keys,
    seen.map(({ outcome, pageState }) => ({ key: outcome, state: pageState })),
  )
  saveKnown(
    transaction,
    keys,
    commits.flatMap(({ page }) => page ?? []),
  )
  saveOutcomes(
    transaction,
    keys,
    runId,
    commits.map(({ outcome }) => outcome),
  )
  removeFields(transaction, keys.plan(runId), idsOf(commits))
  const over = commits.flatMap(({ outcome, intent }) =>
    intent === undefined ? [] : [{ key: outcome, read: intent, now: undefined }],
  )
  if (over.length > 0) replaceSame(transaction, keys.intents, intentShape, over)
  const decided = commits.filter(({ outcome }) => outcome.result !== 'deferred')
  removeFields(transaction, keys.deferrals, idsOf(decided))
  transaction.hincrby(keys.progress(runId), 'written', commits.length)
  for (const [language, group] of groupBy(commits, ({ outcome }) => outcome.language))
    transaction.hincrby(keys.progress(runId), `written:${language}`, group.length)
  const failed = commits.filter(({ outcome }) => outcome.result === 'failed').length
  if (failed > 0) transaction.hincrby(keys.progress(runId), 'failed', failed)
}

const comingOrGoing: ReadonlySet<string> = new Set(['created', 'restored', 'retired', 'undone'])

/** Marks listings and links that the writes make outdated, and files that pages may no longer show. */
function markSite(transaction: ChainableCommander, keys: Keys, commits: readonly Commit[]): void {
  const listed = commits.filter(
    ({ outcome, snapshot, move, regrouped = false }) =>
      snapshot && (move ?? (regrouped || changesListing(outcome))),
  )
  for (const language of new Set(listed.map(({ outcome }) => outcome.language)))
    transaction.hincrby(keys.staleListings, language, 1)
  // No plan covers the links to a moved or undone product in other languages. Links to a created or retired page were
  // marked when the run was planned, but a parallel product run may have cleared the mark since.
  const linked = commits.filter(({ outcome, move }) => move ?? comingOrGoing.has(outcome.result))
  if (linked.length > 0) transaction.sadd(keys.staleLinks, ...linked.map(({ outcome }) => outcome.gtin))
  const uses = new Set(commits.map(({ outcome }) => fileUseOf(outcome)))
  for (const use of fileUses) if (uses.has(use)) transaction.hincrby(keys.fileUses, use, 1)
  const elsewhere = commits.filter(({ move }) => move === 'folder')
  for (const { outcome } of elsewhere) transaction.sadd(keys.movedLanguages, outcome.language)
}

function saveDecisions(transaction: ChainableCommander, keys: Keys, commits: readonly Commit[]): void {
  const conflicts = commits.flatMap(({ outcome, conflict }) =>
    conflict === undefined ? [] : [[recordId(outcome), conflictShape.encode(conflict)] as const],
  )
  const acknowledged = commits.filter(({ snapshot }) => snapshot !== undefined)
  const resolved = acknowledged.filter(({ conflict }) => conflict === undefined)
  const decisions = commits.flatMap(({ outcome, pending }) =>
    pending === undefined ? [] : [{ key: outcome, ...pending }],
  )
  setFields(transaction, keys.conflicts, conflicts)
  removeFields(transaction, keys.conflicts, idsOf(resolved))
  // The acknowledged version is a newer one, or the held one after it was accepted.
  removeFields(transaction, keys.suspects, idsOf(acknowledged))
  if (decisions.length > 0) replaceSame(transaction, keys.decisions, decisionShape, decisions)
}

/** Whether a write only updated the links to other pages. */
function isForLinks({ outcome: { fields = [] } }: Commit): boolean {
  return fields.length > 0 && fields.every((field) => linkFields.has(field))
}

function idsOf(commits: readonly Commit[]): string[] {
  return commits.map(({ outcome }) => recordId(outcome))
}
