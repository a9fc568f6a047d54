import { changedPlaces } from '../story/draw-story.ts'
import type { Phase, Place, Schedule, SiteOddity } from '../story/schedule.ts'

type Replaced = { find: string; put: string }

/** A change to one source file as it is loaded; each `find` must occur there exactly once. */
export type Planted = Replaced & { file: string; also?: Replaced }

/**
 * Promises that were broken once, each planted again. `needs`: what a schedule must have to find it; others are not
 * played.
 */
export const promises: Readonly<Record<string, Planted & { needs: (schedule: Schedule) => boolean }>> = {
  'hidden-is-published': {
    file: 'src/core/plan/retire.ts',
    find: '  if (isHidden(page.status, pageStatus) && !byUs && !waits)\n',
    put: '  if (isHidden(page.status, pageStatus) && !byUs && !waits && page.status === retireTo)\n',
    needs: hidesOneThatReturns,
  },
  'omitted-is-deleted': {
    file: 'src/cms/read-each.ts',
    find: '    const omitted = wanted.filter((id) => !listed.has(id) && !read.unreadable.has(id))\n',
    put: '    const omitted = wanted.filter(() => listed.size < 0)\n',
    needs: ({ phases }) =>
      phases.some(
        (phase, index) =>
          changesOdd(phase, 'omitted') &&
          (phase.kills.length + phase.faults.length + (phase.resyncs ?? []).length === 0 ||
            phases.slice(0, index + 1).some(renamesOdd(phase))),
      ),
  },
  'unreadable-page-fails-run': {
    file: 'src/cms/read-each.ts',
    find: '    if (!isFailedRead(error) || !(await isUp(signal))) throw error\n',
    put: '    if (!isFailedRead(error) || (await isUp(signal)) || true) throw error\n',
    // The error of one page must have cost another one.
    needs: ({ phases }) =>
      phases.some(
        (phase) => !isExcused(phase) && changesOdd(phase, 'unreadable') && changedPlaces(phase).length > 1,
      ),
  },
  'unstored-is-acknowledged': {
    file: 'src/sync/batches/confirm-stored.ts',
    find: '  if (missing.length === 0) return { page: answered, missing }\n',
    put: '  if (answered.id > 0) return { page: answered, missing: [] }\n',
    needs: ({ phases }) => phases.some((phase) => changesOdd(phase, 'not-stored')),
  },
  'failure-is-a-note': {
    file: 'src/sync/plan/plan-chunk.ts',
    find: "      outcomes.push({ ...key, result: 'failed', reasons, ...(head && { pageId: head.pageId }) })\n",
    put: '      await deps.runs.update(runId, { notes: [{ code: "catalog", detail: `${key.gtin}: ${reasons.length}${head?.pageId ?? 0}` }] })\n',
    needs: ({ phases }) => phases.some(({ broken = [] }) => broken.length > 0),
  },
  'language-list-is-believed': {
    file: 'src/core/plan/delisted.ts',
    find: "  return isMissing ? { reason: 'language no longer mirrored', isSure: false } : undefined\n",
    put: "  return isMissing ? { reason: 'language no longer mirrored', isSure: true } : undefined\n",
    needs: ({ phases, policy }) =>
      policy.misses > 1 &&
      phases.some(({ tonight = [] }) => tonight.some((one) => one.do === 'language-off')),
  },
  'misses-need-no-night': {
    file: 'src/sync/plan/count-misses.ts',
    find: 'intervalMs: policy.missIntervalMs, place }',
    put: 'intervalMs: 0, place }',
    needs: ({ phases, policy }) =>
      policy.misses > 1 &&
      phases.some(({ tonight = [], partner }) =>
        [...tonight, ...partner].some(({ do: what }) => what === 'remove'),
      ),
  },
  'resync-supersedes-held-plan': {
    file: 'src/sync/runs/supersede.ts',
    find: '    if (!covers(run, earlier)) continue\n',
    put: '    if (earlier.id === run.id && !covers(run, earlier)) continue\n',
    needs: ({ phases }) => phases.some(({ resyncHeld }) => resyncHeld !== undefined),
  },
  'grace-has-no-end': {
    file: 'src/store/records/writes.ts',
    find: '      const sentAt = await time()\n',
    put: '      const sentAt = Date.now()\n',
    also: { find: ' || intent.sentAt <= now ? [] :', put: ' || intent.sentAt > 0 ? [] :' },
    needs: ({ phases }) => phases.some(({ kills }) => kills.some(({ aheadMs = 0 }) => aheadMs > 0)),
  },
  'missed-tick-is-dropped': {
    file: 'jobs/queue/schedule.ts',
    find: '  if (known?.next === undefined || known.next > Date.now()) return false\n',
    put: '  if (known?.next === undefined || known.next > 0) return false\n',
    needs: ({ missedTick = false }) => missedTick,
  },
  'reused-page-is-written': {
    file: 'src/sync/pages/find-current-pages.ts',
    find: "    return mirrored && identifyPage(mirrored, head) !== 'neither' ? mirrored : undefined\n",
    put: '    return mirrored && identifyPage(mirrored, head) !== undefined ? mirrored : undefined\n',
    needs: ({ phases, policy }) =>
      policy.onEdit === 'overwrite' &&
      phases.some((phase, index) =>
        phase.editors.some(
          (action) =>
            action.do === 'take-over' && phases.slice(index).some((later) => changes(later, action)),
        ),
      ),
  },
}

/** Whether the partner changes a record whose page the site treats like that. */
function changesOdd(phase: Phase, odd: SiteOddity['odd']): boolean {
  return (phase.site ?? []).some((one) => one.odd === odd && changes(phase, one))
}

function changes(phase: Phase, { product, language }: Place): boolean {
  return changedPlaces(phase).some((place) => place.product === product && place.language === language)
}

/** Whether an editor gives another slug to a page that lists omit in this phase. */
function renamesOdd({ site = [] }: Phase): (earlier: Phase) => boolean {
  return ({ editors }) =>
    editors.some(
      ({ do: what, product, language }) =>
        what === 'set-slug' &&
        site.some((one) => one.odd === 'omitted' && one.product === product && one.language === language),
    )
}

/** Whether other injected errors explain a run that fails. */
function isExcused({ faults, broken = [], down }: Phase): boolean {
  return faults.some(({ kind }) => kind !== 'latency') || broken.length > 0 || down === true
}

/** Whether an editor hides a page, its product goes, and returns later; retiring changes the page's status. */
function hidesOneThatReturns({ phases, policy }: Schedule): boolean {
  if (policy.retireTo === 'keep' || policy.retireTo === 'notice') return false
  const hidden = new Set<number>()
  const gone = new Set<number>()
  return phases.some(({ editors, partner }) => {
    const isBack = partner.some(
      (change) => (change.do === 'return' || change.do === 'relist') && gone.has(change.product),
    )
    for (const action of editors)
      if (action.do === 'set-status' && action.status !== policy.retireTo) hidden.add(action.product)
    for (const change of partner)
      if ((change.do === 'remove' || change.do === 'delist') && hidden.has(change.product))
        gone.add(change.product)
    return isBack
  })
}
