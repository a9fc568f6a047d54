import type { ChainableCommander } from 'ioredis'
import type { RecordKey } from '../../core/record/record.ts'
import { listedAs, olderVersion, type Snapshot, type SnapshotHead } from '../../core/record/snapshot.ts'
import { groupBy } from '../../lib/chunks.ts'
import type { Keys } from '../redis/keys.ts'
import { setFields } from '../redis/hash.ts'
import { bodyShape, headShape, type SnapshotBody } from '../formats/shapes/snapshot.ts'
import type { FamilyBy } from '../../core/render/family/member.ts'
import { saveMembersOf } from './families.ts'
import { saveSearchTexts } from '../runs/search-texts.ts'
import { compact } from '../../lib/compact.ts'

/** Adds the commands that save snapshots or only their heads: a few per language, not per record. */
export function saveSnapshots(
  transaction: ChainableCommander,
  keys: Keys,
  entries: readonly { key: RecordKey; snapshot: Snapshot | SnapshotHead }[],
  familyBy?: FamilyBy,
): void {
  const whole = entries.flatMap(({ snapshot }) => ('product' in snapshot ? [snapshot] : []))
  const products = whole.map(({ product }) => product)
  saveMembersOf(transaction, keys, products, familyBy)
  const named = whole.map(({ product, base, pageId, link }) => ({ product, title: base.title, pageId, link }))
  saveSearchTexts(transaction, keys, named)
  const byLanguage = groupBy(entries, ({ key }) => key.language)
  if (byLanguage.size > 0) transaction.sadd(keys.languages, ...byLanguage.keys())
  for (const [language, group] of byLanguage) {
    const heads = group.map(({ key, snapshot }) => [key.gtin, headShape.encode(headOf(snapshot))] as const)
    const bodies = group.flatMap(({ key, snapshot }) =>
      'product' in snapshot ? [[key.gtin, bodyShape.pack(bodyOf(snapshot))] as const] : [],
    )
    const gtinsIn = (state: SnapshotHead['state']): string[] =>
      group.flatMap(({ key, snapshot }) => (snapshot.state === state ? [key.gtin] : []))
    const [retired, mirrored] = [gtinsIn('retired'), gtinsIn('mirrored')]
    setFields(transaction, keys.heads(language), heads)
    setFields(transaction, keys.bodies(language), bodies)
    if (retired.length > 0) transaction.sadd(keys.retired(language), ...retired)
    const older = group.filter(({ snapshot }) => snapshot.digest === olderVersion).map(({ key }) => key.gtin)
    transaction.srem(keys.outdated(language), ...group.map(({ key }) => key.gtin))
    if (older.length > 0) transaction.sadd(keys.outdated(language), ...older)
    if (mirrored.length > 0) transaction.srem(keys.retired(language), ...mirrored)
  }
}

/** The part of a snapshot for comparison. */
export function headOf(snapshot: Snapshot | SnapshotHead): SnapshotHead {
  const { digest, template, pageId, slug, state, etag, retiredTo, links, link } = snapshot
  const listed = 'product' in snapshot ? listedAs(snapshot.product) : snapshot.listed
  return compact({ digest, template, pageId, slug, state, etag, retiredTo, links, link, listed })
}

/** The rest of a snapshot, for merges. */
export function bodyOf(snapshot: Snapshot): SnapshotBody {
  const { product, base, runId, writtenAt, past, shown, revision, undoneInPart, undone } = snapshot
  return compact({ product, base, runId, writtenAt, past, shown, revision, undoneInPart, undone })
}
