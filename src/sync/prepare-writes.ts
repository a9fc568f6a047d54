import { assetsOf } from '../core/assets.ts'
import { composeCreate, composeUpdate } from '../core/compose.ts'
import type { WriteChange } from '../core/change.ts'
import type { Media } from '../core/media.ts'
import type { Page, PageTexts, PageWrite } from '../core/page.ts'
import { recordId, slugOf } from '../core/record.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { SyncDeps } from './deps.ts'
import type { Commit } from './ports/writes.ts'
import { trashedSlug, type Resolved } from './resolve-pages.ts'
import { snapshotOf, type Sendable } from './sendable.ts'
import { stampOf } from './stamp.ts'

/** `settled` needs no write; `waitMs` above 0: some records wait for a lost write to land. */
export type Prepared = { send: Sendable[]; settled: Commit[]; waitMs: number }

type Deps = Pick<SyncDeps, 'snapshots' | 'media' | 'renderer' | 'policy' | 'now'>
type Input = { runId: string; parents: Record<string, number> }

/** Renders each change and decides, with what stands in the CMS, what is to be sent. */
export async function prepareWrites(
  deps: Deps,
  input: Input,
  changes: readonly WriteChange[],
  resolved: ReadonlyMap<string, Resolved>,
): Promise<Prepared> {
  const mediaOf = await readMedia(deps, changes)
  const snapshots = await deps.snapshots.read(changes)
  const prepared: Prepared = { send: [], settled: [], waitMs: 0 }
  for (const [index, change] of changes.entries()) {
    const standing = resolved.get(recordId(change)) ?? { state: 'nothing' }
    const wanted = deps.renderer.render(change.product, mediaOf)
    if (standing.state === 'settling') prepared.waitMs = Math.max(prepared.waitMs, standing.waitMs)
    else if (standing.state === 'foreign') prepared.settled.push(foreign(change, standing.page))
    else if (standing.state === 'nothing')
      prepared.send.push(toCreate(deps, input, change, wanted, snapshots[index]))
    else prepareStanding(deps, input, change, wanted, snapshots[index], standing, prepared)
  }
  return prepared
}

function toCreate(
  deps: Deps,
  input: Input,
  change: WriteChange,
  wanted: PageTexts,
  snapshot: Snapshot | undefined,
): Sendable {
  const body = composeCreate(change, wanted, deps.policy.pageStatus, input.parents[change.language] ?? 0)
  const write: PageWrite = { kind: 'create', body }
  return { change, write, wanted, base: wanted, left: [], ...(snapshot && { snapshot }) }
}

function prepareStanding(
  deps: Deps,
  input: Input,
  change: WriteChange,
  wanted: PageTexts,
  snapshot: Snapshot | undefined,
  standing: Extract<Resolved, { page: Page }>,
  prepared: Prepared,
): void {
  const { page } = standing
  const restores = change.kind === 'restore' && wasRetiredBy(snapshot, page)
  if (page.status === 'trash' && !restores) {
    const outcome = { result: 'kept', reason: 'the page is in the trash and stays there' } as const
    const kept = settle(deps, input, change, page, snapshot, wanted, outcome)
    // The snapshot goes on saying what the page shows: the next run compares again, so that a page that comes back
    // from the trash is brought up to date.
    if (snapshot) delete kept.snapshot
    prepared.settled.push(kept)
    return
  }
  const landed = change.kind === 'create' && 'how' in standing && standing.how === 'sent'
  // Found without a snapshot: after a lost answer it holds what we sent; otherwise nobody knows who wrote it, and
  // what differs from the wanted texts counts as an editor's.
  const sent = {
    title: page.title,
    excerpt: page.excerpt,
    featuredMedia: page.featuredMedia,
    inner: wanted.inner,
  }
  const base = snapshot?.base ?? ('how' in standing && standing.how === 'sent' ? sent : wanted)
  const { body, merge, note } = composeUpdate(change, page, base, wanted, deps.policy.onEdit)
  const left = [...merge.kept, ...merge.conflicts]
  const reason = explain(merge.conflicts, merge.kept, note)
  if (restores) {
    body.status = deps.policy.pageStatus
    // Any other slug is an editor's.
    if (page.slug === trashedSlug(slugOf(change))) body.slug = slugOf(change)
  }
  if (Object.keys(body).length > 0) {
    const write: PageWrite = { kind: 'update', id: page.id, body }
    const stood = landed ? {} : { page, ...(snapshot && { snapshot }) }
    prepared.send.push({
      ...{ change, write, wanted, base, left, ...stood },
      ...(reason !== undefined && { note: reason }),
    })
    return
  }
  const done = landed ? 'created' : change.kind === 'restore' ? 'restored' : 'unchanged'
  const commit = settle(deps, input, change, page, snapshot, base, {
    result: left.length > 0 ? 'kept' : done,
    ...(left.length > 0 && { kept: left }),
    ...(reason !== undefined && { reason }),
  })
  prepared.settled.push(commit)
}

function settle(
  deps: Deps,
  { runId }: Input,
  change: WriteChange,
  page: Page,
  before: Snapshot | undefined,
  base: PageTexts,
  outcome: Pick<Commit['outcome'], 'result' | 'kept' | 'reason'>,
): Commit {
  const { gtin, language, digest } = change
  const stamp = stampOf(deps, before, outcome.result === 'kept' ? undefined : digest)
  return {
    outcome: { gtin, language, pageId: page.id, link: page.link, ...outcome, ...stamp },
    snapshot: snapshotOf(deps, runId, change, page.id, base),
  }
}

function foreign({ gtin, language }: WriteChange, page: Page): Commit {
  const reason = `page ${page.id} (${page.link}) stands at this slug and is not ours: it has no mirrored block of this record`
  return { outcome: { gtin, language, result: 'failed', reason, pageId: page.id } }
}

function wasRetiredBy(snapshot: Snapshot | undefined, page: Page): boolean {
  return snapshot?.retiredTo === page.status
}

function explain(
  conflicts: readonly string[],
  kept: readonly string[],
  note: string | undefined,
): string | undefined {
  const parts = [
    ...(conflicts.length > 0
      ? [`editor and partner both changed ${conflicts.join(', ')}: the editor’s stays`]
      : []),
    ...(kept.length > 0 ? [`the editor changed ${kept.join(', ')}: kept`] : []),
    ...(note !== undefined ? [note] : []),
  ]
  return parts.length > 0 ? parts.join('; ') : undefined
}

async function readMedia(
  deps: Deps,
  changes: readonly WriteChange[],
): Promise<(url: string) => Media | undefined> {
  const urls = [...new Set(changes.flatMap((change) => assetsOf(change.product).map(({ url }) => url)))]
  const assets = await deps.media.assets(urls)
  const media = await deps.media.media(assets.map((asset) => asset?.sha256 ?? ''))
  const byUrl = new Map(urls.map((url, index) => [url, media[index]]))
  return (url) => byUrl.get(url)
}
