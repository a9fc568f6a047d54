import type { RunReport } from './actors/runs.ts'
import type { Phase, Schedule } from './story/schedule.ts'
import { failuresOf } from './breakage.ts'
import { checkOutcomes } from './oracle/check-outcomes.ts'
import type { World } from './world.ts'

/** The totals of a play: broken promises, runs, and the injected errors that were met. */
export type Story = {
  violations: string[]
  runs: RunReport[]
  faults: Record<string, number>
  undos: { ok: boolean; reason?: string }[]
}

/** One run; a held one must have written nothing, and is approved. */
export async function syncOnce(world: World, story: Story, body: object, phase?: Phase): Promise<RunReport> {
  const run = await world.runs.sync(body)
  story.runs.push(run)
  story.violations.push(...(await checkOutcomes(world, run)))
  if (run.state !== 'held') return run
  // Editors write at the same time as well, but neither in batches nor files.
  const { batches, requests, cmsWrites } = await world.server.stats()
  if (batches.calls + (requests.cms['POST /cms/v2/media'] ?? 0) > 0)
    story.violations.push(`run ${run.id} is held and yet wrote: ${JSON.stringify(cmsWrites.byKind)}`)
  if (phase !== undefined) await disturbHeld(world, story, run, phase)
  const approved = await world.runs.approve(run.id)
  if (approved !== undefined) {
    story.runs.push(approved)
    story.violations.push(...(await checkOutcomes(world, approved)))
  }
  if (approved !== undefined && approved.state !== 'held') return approved
  return syncOnce(world, story, { approved: true })
}

/** Neither a resync nor a run that can read nothing may end a held run. */
async function disturbHeld(world: World, story: Story, { id }: RunReport, phase: Phase): Promise<void> {
  const { runs, server, partner } = world
  const { resyncHeld, downHeld, faults } = phase
  async function mustBeHeld(after: string): Promise<void> {
    const now = await runs.read(id)
    if (now?.state !== 'held') story.violations.push(`${after} made the held run ${id} ${now?.state}`)
  }
  if (resyncHeld !== undefined) {
    await renew(world, resyncHeld)
    await runs.resync(partner.gtinOf(resyncHeld))
    await mustBeHeld('a resync')
  }
  if (downHeld !== true) return
  await server.faults([{ side: 'partner', kind: 'status', status: 500, path: '/' }])
  const failed = await runs.sync({})
  story.runs.push(failed)
  if (failed.state !== 'failed' || failed.failure?.cause !== 'partner')
    story.violations.push(`the partner was down, and run ${failed.id} ended ${failed.state}`)
  await mustBeHeld('a run without the partner')
  await server.faults([...failuresOf(world, phase), ...faults])
}

/** The partner changes a product that it has, so that its resync writes. */
async function renew({ partner, server }: World, product: number): Promise<void> {
  const language = partner.languages().find((_, index) => partner.isWanted(product, index))
  if (language === undefined) return
  if ((await server.product(partner.gtinOf(product), language)) === undefined) return
  const languages = [partner.languages().indexOf(language)]
  await partner.change({ do: 'change', product, languages, fields: ['item_number'], mark: 'zxheld' })
}

const mostSyncs = 4
const wrote: ReadonlySet<string> = new Set(['created', 'updated', 'retired', 'restored'])

/** The writes that the first run may still make: none if `quietAtOnce`, apart from the links of `relinks` pages. */
type Rest = { quietAtOnce: boolean; relinks: number }

/**
 * Runs without trouble until one writes nothing: the first one must already do so when all was done before. True: none
 * of them wrote a page of an earlier run again, for a file that is new or the address of an adopted page.
 */
export async function syncUntilStable(
  world: World,
  { policy }: Schedule,
  story: Story,
  { quietAtOnce, relinks }: Rest,
): Promise<boolean> {
  const { server } = world
  let isAgain = false
  const allowed = mostSyncs + policy.misses
  for (let round = 0; round < allowed; round++) {
    await server.zeroStats()
    if (policy.misses > 1) await world.passNight()
    const run = await syncOnce(world, story, {})
    if (run.state !== 'done' && !isExplained(run, strangePages(world)))
      story.violations.push(
        `undisturbed run ${run.id} ended ${run.state}: ${run.failure?.message ?? JSON.stringify(run.counts)}`,
      )
    const { cmsWrites } = await server.stats()
    const { created = 0, updated = 0, retired = 0, restored = 0 } = run.counts
    const counted = created + updated + retired + restored
    const waited = round + 1 >= policy.misses
    const isFollowUp = updated > 0 && updated === counted && updated <= followingFiles(run) + relinks
    isAgain ||= counted > 0 && isFollowUp
    if (cmsWrites.total === 0 && counted === 0 && waited) return !isAgain
    if (quietAtOnce && policy.misses === 1 && round === 0 && !isFollowUp) {
      const written = (await world.runs.outcomes(run.id)).filter(({ result }) => wrote.has(result))
      story.violations.push(
        `after a run that was done, run ${run.id} wrote: ${JSON.stringify({ ...cmsWrites.byKind, written })}`,
      )
    }
  }
  story.violations.push(`the mirror finds no rest: ${allowed} undisturbed runs, and the last one still wrote`)
  return false
}

const moves: ReadonlySet<string> = new Set(['set-parent', 'set-slug'])

/**
 * How many pages link adopted pages, drafts that an editor moved, or new pages that the site keeps from visitors: the
 * mirror knows their address and status only once it has written them. `ownBefore`: the pages that were editors' own
 * before the phase's run, which may have adopted some of them.
 */
export function relinksOf(
  { editors, partner }: World,
  { policy, languages, workflow }: Schedule,
  ownBefore: ReadonlySet<number>,
): number {
  if (workflow === true) return partner.products().length * languages.length
  const linked = editors.done.filter(({ action, made }) => {
    if (policy.publishIf !== undefined && moves.has(action.do)) return true
    const isOwn = made !== undefined && (ownBefore.has(made.id) || editors.own.has(made.id))
    return policy.onSlugTaken === 'adopt' && action.do === 'foreign' && isOwn
  })
  const sizes = policy.familyBy === undefined ? 0 : partner.products().length - 1
  return linked.length * (languages.length - 1 + sizes)
}

/**
 * How many pages a run planned because they show a file that the run before renewed for another page. Pages that an
 * editor has trashed are planned by every run, and written by none.
 */
function followingFiles({ notes }: RunReport): number {
  return Math.max(
    0,
    ...notes.map((note) => Number(/^(\d+) pages? planned because a file changed/.exec(note)?.[1] ?? 0)),
  )
}

/** A run is partial for so many pages that cannot be written; those of others count in an undisturbed run as well. */
export function isExplained(run: RunReport, strange: number): boolean {
  return run.state === 'partial' && (run.counts['failed'] ?? 0) <= strange
}

/** Foreign pages, and those whose block was removed: once Redis is lost, their owner is unknown. */
export function strangePages({ editors }: World): number {
  return editors.done.filter(
    ({ action, made, reason }) =>
      (action.do === 'foreign' && made !== undefined) ||
      ((action.do === 'remove-block' || action.do === 'take-over') && reason === undefined),
  ).length
}
