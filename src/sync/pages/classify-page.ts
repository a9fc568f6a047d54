import type { SyncDeps } from '../deps.ts'
import { openParentCheck } from '../parents/parent-check.ts'
import { findLostEdit } from './find-lost-edit.ts'
import { openLandedCheck } from './find-landed-write.ts'
import { matchLinksOnly } from './match-links-only.ts'
import { baseOf } from './merge-current-page.ts'
import type { ClassifiedItem, FoundItem, ResolvedItem } from './page-item.ts'
import type { Resolved } from './resolve-pages.ts'

type Deps = Parameters<typeof findLostEdit>[0] & Pick<SyncDeps, 'renderer' | 'losses'>
type Input = { runId: string; parents: Record<string, number>; readOnly?: boolean }

/** Second pass: decides for each record what its page is. */
export async function classifyPages(
  deps: Deps,
  input: Input,
  { items, mediaOf }: Resolved,
  signal: AbortSignal,
): Promise<ClassifiedItem[]> {
  const context: Context = {
    input,
    mediaOf,
    findParentFault: openParentCheck(deps, input),
    findLandedTexts: openLandedCheck(deps, signal),
  }
  const classified: ClassifiedItem[] = []
  for (const item of items) classified.push(await classifyPage(deps, context, item, signal))
  return classified
}

type Context = {
  input: Input
  mediaOf: Resolved['mediaOf']
  findParentFault: ReturnType<typeof openParentCheck>
  findLandedTexts: ReturnType<typeof openLandedCheck>
}

async function classifyPage(
  deps: Deps,
  context: Context,
  { current, ...item }: ResolvedItem,
  signal: AbortSignal,
): Promise<ClassifiedItem> {
  const { change, wanted, decision } = item
  if (decision?.kind === 'hold') return { ...item, kind: 'held', hold: decision }
  switch (current.state) {
    case 'waiting':
      return { ...item, kind: 'waiting', waitMs: current.waitMs }
    case 'nothing': {
      const reason = await context.findParentFault(change)
      if (reason !== undefined) return { ...item, kind: 'orphan', reason }
      return { ...item, kind: 'new', base: wanted, since: current.since }
    }
    case 'foreign':
      // What is stored of the record says nothing about this page.
      return {
        ...item,
        snapshot: undefined,
        decision: undefined,
        kind: 'foreign',
        base: wanted,
        page: current.page,
      }
    case 'ours':
    case 'trashed':
      return classifyExisting(deps, context, { ...item, current }, signal)
  }
}

/** Tells whose words a page of the record has. */
async function classifyExisting(
  deps: Deps,
  { input, mediaOf, findLandedTexts }: Context,
  found: FoundItem,
  signal: AbortSignal,
): Promise<ClassifiedItem> {
  const saved = input.readOnly === true ? undefined : await findLostEdit(deps, input.runId, found, signal)
  const texts =
    saved === undefined
      ? ((await findLandedTexts(found)) ?? matchLinksOnly(deps, found, mediaOf, input.readOnly))
      : undefined
  const { current, ...known } = { ...found, ...texts }
  const { page } = current
  const item = {
    ...known,
    page,
    base: texts?.base ?? baseOf(known),
    restores: known.change.kind === 'restore' && known.snapshot?.retiredTo === page.status,
    slugNote: 'note' in current ? current.note : undefined,
  }
  if (page.status === 'trash' && !item.restores) return { ...item, kind: 'trashed' }
  const sent = 'sent' in current ? current.sent : undefined
  if (saved && sent) return { ...item, kind: 'lostEdit', saved, sent }
  const landed = landedWrite(found)
  return landed === undefined ? { ...item, kind: 'ours' } : { ...item, kind: 'landedWrite', landed }
}

/** Which write of ours is there whose reply was lost. */
function landedWrite({ change, current }: FoundItem): 'create' | 'recreate' | 'update' | undefined {
  if (!('how' in current)) return undefined
  const { how, sent, page } = current
  if (how === 'sent') return change.kind === 'create' ? 'create' : 'recreate'
  return sent !== undefined && page.revision !== sent.revision ? 'update' : undefined
}
