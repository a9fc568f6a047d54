import { composeAdoption, composeCreate, composeUpdate } from '../../core/page/compose.ts'
import type { WriteChange } from '../../core/plan/change.ts'
import { isCarriedOut, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { Page } from '../../core/page/page.ts'
import { recordId } from '../../core/record/record.ts'
import { seoOf } from '../../core/record/seo.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { asLinked } from './match-links-only.ts'
import { findLost } from './find-lost-edit.ts'
import { openMadeCheck } from './find-landed-write.ts'
import { prepareUpdate } from './prepare-update.ts'
import type { Prepared } from './prepared-writes.ts'
import { readLinks } from '../plan/read-links.ts'
import { readMedia } from '../plan/read-media.ts'
import { openParentCheck } from '../parents/parent-check.ts'
import type { Resolved } from './resolve-pages.ts'
import type { Recomposed, PendingWrite } from './pending-write.ts'
import { heldOutcome } from '../plan/skip-held.ts'
import { stampOf } from './stamp.ts'

type Deps = Pick<SyncDeps, 'cms' | 'decisions' | 'writes' | 'losses' | 'media' | 'renderer' | 'now'> &
  Parameters<typeof readLinks>[0]
/** A record’s texts, and what stands for the languages that they link. */
type Rendered = Pick<PendingWrite, 'wanted' | 'links'>
type Input = { runId: string; parents: Record<string, number>; readOnly?: boolean }

/** Renders each change and decides, with what stands in the CMS and what a person ordered, what is to be sent. */
export async function prepareWrites(
  deps: Deps,
  input: Input,
  changes: readonly WriteChange[],
  resolved: ReadonlyMap<string, Resolved>,
  signal: AbortSignal,
): Promise<Prepared> {
  const mediaOf = await readMedia(
    deps,
    changes.map(({ product }) => product),
  )
  const [snapshots, decisions, linksOf] = await Promise.all([
    deps.snapshots.read(changes),
    deps.decisions.read(changes),
    readLinks(deps, input.runId, changes),
  ])
  const prepared: Prepared = { send: [], done: [], waitMs: 0 }
  const findMade = openMadeCheck(deps, signal)
  const noParent = openParentCheck(deps, input)
  for (const [index, change] of changes.entries()) {
    const current = resolved.get(recordId(change)) ?? { state: 'nothing' }
    const [snapshot, stands] = [snapshots[index], decisions[index]]
    const pending = stands?.kind === 'hold' || (stands && isCarriedOut(stands, change)) ? stands : undefined
    if (pending?.kind === 'hold' && input.readOnly !== true) {
      const { at } = stampOf(deps, undefined, undefined)
      prepared.done.push({ outcome: { ...heldOutcome(change, pending), at } })
      continue
    }
    const { others, digest: links } = linksOf(change)
    const page = { wanted: deps.renderer.render(change.product, mediaOf, others), links }
    switch (current.state) {
      case 'pending':
        prepared.waitMs = Math.max(prepared.waitMs, current.waitMs)
        break
      case 'nothing': {
        const why = await noParent(change)
        if (why === undefined) prepared.send.push(toCreate(deps, input, change, page, snapshot, pending))
        else prepared.done.push(orphan(deps, change, why))
        break
      }
      case 'foreign':
        if (deps.policy.onSlugTaken === 'adopt') prepared.send.push(toAdopt(change, current.page, page))
        else prepared.done.push(foreign(deps, change, current.page))
        break
      case 'ours':
      case 'trashed': {
        const item = { change, ...page, snapshot, pending, current }
        const lost = input.readOnly === true ? undefined : await findLost(deps, input, item, signal)
        const made =
          lost === undefined
            ? ((await findMade(item)) ?? asLinked(deps, item, mediaOf, input.readOnly))
            : undefined
        prepareUpdate(deps, input, { ...item, ...(lost && { lost }), ...made }, prepared)
      }
    }
  }
  return prepared
}

function toCreate(
  deps: Deps,
  input: Input,
  change: WriteChange,
  { wanted, links }: Rendered,
  snapshot: Snapshot | undefined,
  done: PendingDecision | undefined,
): PendingWrite {
  const place =
    deps.policy.cmsType === 'posts'
      ? { meta: seoOf(change.product) }
      : { parent: input.parents[change.language] ?? 0 }
  const body = composeCreate(change, wanted, deps.policy.pageStatus, place)
  return {
    change,
    write: { kind: 'create', body },
    wanted,
    links,
    base: wanted,
    left: [],
    ...(snapshot && { snapshot }),
    ...(done && { done }),
  }
}

/** Title, excerpt and image of an adopted page are the editor’s: they count as changed by a person from the start. */
function toAdopt(change: WriteChange, page: Page, { wanted, links }: Rendered): PendingWrite {
  const note = `page ${page.id} (${page.link}) stood at this slug and was adopted: what stands there stays, the mirrored block was added below`
  const recompose = (now: Page): Recomposed => {
    const { merge } = composeUpdate(change, now, wanted, wanted, 'keep')
    const left = merge.kept.filter((field) => field !== 'inner')
    return { body: composeAdoption(change, now, wanted), left, note }
  }
  const { body, ...made } = recompose(page)
  return {
    change,
    write: { kind: 'update', id: page.id, body },
    wanted,
    links,
    base: wanted,
    ...made,
    page,
    from: { read: page, recompose },
  }
}

function orphan(deps: Deps, { gtin, language }: WriteChange, reason: string): Commit {
  return {
    outcome: {
      gtin,
      language,
      result: 'failed',
      withOthers: true,
      reason,
      ...stampOf(deps, undefined, undefined),
    },
  }
}

function foreign(deps: Deps, { gtin, language }: WriteChange, page: Page): Commit {
  const reason = `page ${page.id} (${page.link}) stands at this slug and is not ours: it has no mirrored block of this record, so it was left alone. Rename it, or set ON_SLUG_TAKEN=adopt to have the block added below its text`
  return {
    outcome: {
      gtin,
      language,
      result: 'failed',
      reason,
      pageId: page.id,
      ...stampOf(deps, undefined, undefined),
    },
  }
}
