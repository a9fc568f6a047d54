import { setTimeout } from 'node:timers/promises'
import type { Expected } from './oracle/expectation.ts'
import { forget } from './oracle/expected.ts'
import { checkWorld } from './oracle/check-world.ts'
import { readHoldings, type Holdings } from './oracle/holdings.ts'
import { checkVerify } from './oracle/check-verify.ts'
import { isDecision, type Kill, type Phase, type Place, type Schedule, type Visit } from './story/schedule.ts'
import { readPages } from './actors/pages.ts'
import type { RunReport } from './actors/runs.ts'
import { repairStale } from './actors/repair-stale.ts'
import { isExplained, relinksOf, strangePages, syncOnce, syncUntilStable, type Story } from './sync-runs.ts'
import { foresee } from './foresee.ts'
import { restoreCms } from './restore-cms.ts'
import { undoRun } from './undo-run.ts'
import { openVisits } from './visits.ts'
import {
  checkCreates,
  checkDown,
  endNight,
  failuresOf,
  mayLoseReplies,
  missTick,
  strangeOf,
} from './breakage.ts'
import { checkReasons } from './oracle/check-reasons.ts'
import { checkWaiting } from './oracle/check-settings.ts'
import { checkGreen } from './oracle/check-green.ts'
import { checkNight, checkOutcomes } from './oracle/check-outcomes.ts'
import { wipe } from './wipe.ts'
import { openWorld, type World } from './world.ts'

/** The result of a schedule: every broken promise in words, and the data to understand it. */
export type Played = Story & {
  fired: (Kill & { what: string })[]
  actions: { do: string; ok: boolean; reason?: string }[]
  daemonStarts: number
  redisRestarts: number
  seconds: number
  final: Holdings | undefined
  log: string[]
}

/** Plays a schedule from the first run to the last check, and judges the content of the CMS. */
export async function play(schedule: Schedule, bug?: string): Promise<Played> {
  const from = performance.now()
  const world = await openWorld(schedule, bug)
  const story: Story = { violations: [], runs: [], faults: {}, undos: [] }
  let final: Holdings | undefined
  try {
    final = await tell(world, schedule, story)
  } catch (error) {
    story.violations.push(error instanceof Error ? error.message : String(error))
    if (!(error instanceof Error && / in time|is still/.test(error.message)))
      world.say(`— ${error instanceof Error ? error.stack : String(error)}`)
  } finally {
    story.violations.push(...world.supervisor.odd().map((how) => `a daemon ended by itself: ${how}`))
  }
  const played: Played = {
    ...story,
    fired: world.fired(),
    actions: world.editors.done.map(({ action, reason }) => ({
      do: action.do,
      ok: reason === undefined,
      ...(reason !== undefined && { reason }),
    })),
    daemonStarts: world.supervisor.starts(),
    redisRestarts: world.redis.restarts(),
    seconds: 0,
    final,
    log: world.log,
  }
  await world.close()
  return { ...played, seconds: (performance.now() - from) / 1000 }
}

async function tell(world: World, schedule: Schedule, story: Story): Promise<Holdings> {
  const pristine = await readHoldings(world)
  let expectations = new Map<string, Expected>()
  for (const [index, phase] of schedule.phases.entries()) {
    await world.editors.look()
    const overdue = await heldAndGone(world, expectations)
    if (phase.wipe) {
      await wipe(world, story)
      expectations = new Map(
        [...expectations].map(([record, known]) => [record, forget(known, schedule.policy)]),
      )
    }
    if (schedule.workflow === true && index === 1) await world.server.beginWorkflow()
    for (const change of phase.partner) await world.partner.change(change)
    await keepOneProduct(world)
    for (const action of phase.editors) await world.editors.act(action, index)
    const pages = phase.undo === undefined ? [] : await readPages(world.server)
    const leave = await openVisits(world, phase.visits ?? [], index)
    const ownBefore = new Set(world.editors.own)
    const { run, quiet } = await runPhase(world, phase, index, { story, schedule, overdue })
    story.violations.push(...(await leave()))
    if (phase.lateFiles !== undefined)
      story.violations.push(...(await syncWhileOpen(world, story, phase.lateFiles, index)))
    // A later run writes a page that was open or saved late, or that was held or released during this run.
    const quietAtOnce =
      quiet && phase.visits === undefined && !phase.during.some(isDecision) && !hidesLate(world, index, run)
    const isLast = index === schedule.phases.length - 1
    // One absence of two that retire a record leaves it as it is: the next phase starts when all have been seen.
    const rested =
      isLast || !quietAtOnce || schedule.policy.misses > 1
        ? await syncUntilStable(world, schedule, story, {
            quietAtOnce,
            relinks: relinksOf(world, schedule, ownBefore),
          })
        : true
    const around = await foresee(world, schedule, { expectations, phase: index, story })
    expectations = new Map([...around].map(([record, { after }]) => [record, after]))
    if (schedule.policy.publishIf) story.violations.push(...(await checkWaitingNow(world, expectations)))
    if (phase.undo === undefined) continue
    if (quietAtOnce && rested) {
      // The move of a slot closes connections.
      const lossy = phase.kills.length + phase.faults.length > 0 || schedule.redis === 'cluster'
      const undoable = { run, pages, around, lossy }
      expectations = await undoRun(world, phase.undo, undoable, { story, phase: index })
      // Pages that an undo hides or shows again are linked by their other languages after it.
      await syncUntilStable(world, schedule, story, { quietAtOnce: false, relinks: 0 })
    } else story.undos.push({ ok: false, reason: 'other runs wrote as well' })
  }
  await world.editors.look()
  if (schedule.restored === true) expectations = await restoreCms(world, schedule, story, expectations)
  const repaired = await repairStale(world, expectations)
  expectations = repaired.expectations
  story.violations.push(...repaired.faults)
  story.violations.push(...(await checkWorld(world, expectations, pristine, schedule)))
  story.violations.push(...(await checkReasons(world, expectations, schedule.policy.publishIf)))
  story.violations.push(...(await checkVerify(world, expectations, schedule)))
  story.violations.push(...(await checkLeftOver(world)))
  if (schedule.missedTick) story.violations.push(...(await missTick(world)))
  return readHoldings(world)
}

/** No page that waits for a field is public after the runs of a phase. */
async function checkWaitingNow(
  { editors, server }: World,
  expectations: ReadonlyMap<string, Expected>,
): Promise<string[]> {
  const byId = new Map((await readPages(server)).map((page) => [page.id, page]))
  const pages = new Map(
    [...editors.pageIds].flatMap(([record, id]) => {
      const page = byId.get(id)
      return page === undefined ? [] : [[record, page] as const]
    }),
  )
  return checkWaiting(expectations, pages)
}

/** The end of the run of a phase, whether it succeeds or not. */
type End = { reached: Promise<void>; isReached: () => boolean }

const noResult = (): void => undefined

/** The run of a phase, with its trouble; true when nothing may be left to do after it. */
async function runPhase(
  world: World,
  phase: Phase,
  index: number,
  { story, schedule, overdue }: { story: Story; schedule: Schedule; overdue: ReadonlySet<string> },
): Promise<{ run: RunReport; quiet: boolean }> {
  const { server, supervisor } = world
  const { policy } = schedule
  const { resyncs = [], tonight = [], broken = [], site = [], down = false } = phase
  for (const change of tonight) await world.partner.change(change)
  const isEmpty = await isPartnerEmpty(world)
  await server.zeroStats()
  // The first rule that hits applies: the planned failure of a product must precede the random ones.
  await server.faults([...failuresOf(world, phase), ...phase.faults])
  server.setStrange(site.flatMap((one) => strangeOf(world, one)))
  await supervisor.supervise(phase.kills)
  let isOver = false
  const resynced: RunReport[] = []
  // A product run writes while the run is held, so that none is.
  const body = resyncs.length > 0 ? { approved: true } : {}
  const sync = syncOnce(world, story, body, phase).finally(() => (isOver = true))
  const end: End = { reached: sync.then(noResult, noResult), isReached: () => isOver }
  const [run] = await Promise.all([
    sync,
    disturb(world, phase, index, end),
    resyncBeside(world, resyncs, end).then((runs) => resynced.push(...runs)),
    afterBatches(world, 1, end).then(() => (mayLoseReplies(schedule) ? world.redis.moveSlot() : undefined)),
  ])
  const { faults } = await server.stats()
  for (const [kind, count] of Object.entries(faults)) story.faults[kind] = (story.faults[kind] ?? 0) + count
  await server.faults([])
  server.setStrange([])
  await supervisor.supervise([])
  story.violations.push(...(await checkWrites(world, phase, run, schedule)))
  for (const one of resynced) story.violations.push(...(await checkOutcomes(world, one)))
  if (policy.misses > 1) await checkFirstNight(world, story, [run, ...resynced], { index, overdue })
  story.violations.push(...(await endNight(world, phase, run)))
  if (down) story.violations.push(...(await checkDown(world, run)))
  const hasLateFiles = phase.lateFiles !== undefined
  const excused =
    phase.faults.some(({ kind }) => kind !== 'latency') || broken.length > 0 || down || hasLateFiles
  // A page that the site treats in an odd way is the problem of one record; if it cannot be read, a search for pages of
  // the same product in other languages may fail, too.
  const odd = site.map(({ odd: how }) => (how === 'unreadable' ? schedule.languages.length : 1))
  const bearable = odd.reduce((sum, count) => sum + count, strangePages(world))
  // Without any of several products, the partner's responses prove nothing.
  const provesNothing = isEmpty && run.failure?.cause === 'partner'
  if (!excused && run.state !== 'done' && !provesNothing && !isExplained(run, bearable))
    story.violations.push(
      `run ${run.id} ended ${run.state}: ${run.failure?.message ?? (await failedOf(world, run))}`,
    )
  // A product that arrived wrong, or a page that was saved since a held plan was made, is left to the next run.
  const { deferred = 0 } = run.counts
  return {
    run,
    quiet:
      run.state === 'done' &&
      deferred === 0 &&
      !hasLateFiles &&
      !world.editors.done.some(({ action }) => action.do === 'delete-file') &&
      resyncs.length + site.length + tonight.length === 0 &&
      !retiresLater(world, phase) &&
      !phase.faults.some(({ side }) => side === 'partner'),
  }
}

/** A product run while a plan was held updated the pages of a delisted product: the next run retires them. */
function retiresLater({ partner }: World, { resyncHeld }: Phase): boolean {
  return resyncHeld !== undefined && !partner.isListed(resyncHeld)
}

/** The counts of a run, and why records failed. */
async function failedOf({ runs }: World, { id, counts }: RunReport): Promise<string> {
  const failed = (await runs.outcomes(id)).filter(({ result }) => result === 'failed')
  const reasons = failed.map(({ gtin, language, reason }) => `${gtin}/${language}: ${reason}`)
  return [JSON.stringify(counts), ...reasons].join('; ')
}

/** Returns a product to a partner without any: every run would fail, and nothing be retired. */
async function keepOneProduct(world: World): Promise<void> {
  const { partner } = world
  const product = partner
    .products()
    .find((one) => partner.isListed(one) && requestedOf(world, one).length > 0)
  if (product !== undefined && (await isPartnerEmpty(world)))
    await partner.change({ do: 'return', product, language: 'all' })
}

/** Whether the catalogue has several products, and the partner has none of those that runs request in any language. */
async function isPartnerEmpty(world: World): Promise<boolean> {
  const { partner, server } = world
  const requested = partner
    .products()
    .filter(partner.isListed)
    .map((product) => ({ gtin: partner.gtinOf(product), languages: requestedOf(world, product) }))
    .filter(({ languages }) => languages.length > 0)
  for (const { gtin, languages } of requested)
    for (const language of languages) if ((await server.product(gtin, language)) !== undefined) return false
  return requested.length > 1
}

/** The languages in which runs request a product: not those that an editor holds. */
function requestedOf({ partner, editors }: World, product: number): string[] {
  const gtin = partner.gtinOf(product)
  return partner.served().filter((language) => {
    const last = editors.done.findLast(
      ({ action, reason, record }) =>
        record === `${gtin}/${language}` &&
        reason === undefined &&
        (action.do === 'hold' || action.do === 'release'),
    )
    return last?.action.do !== 'hold'
  })
}

/** Two more runs, while a page is open in the editor: one finds the files, one writes the other pages. */
async function syncWhileOpen(world: World, story: Story, place: Place, index: number): Promise<string[]> {
  const visit: Visit = { ...place, mark: `late${index}m`, do: 'leave-open' }
  const leave = await openVisits(world, [visit], index)
  for (let run = 0; run < 2; run++) await syncOnce(world, story, {})
  return leave()
}

/** The pages contain the content that the run wrote, and it created no page that existed already. */
async function checkWrites(
  world: World,
  { faults, kills, site = [], resyncs = [] }: Phase,
  run: RunReport,
  { proven = false, phases }: Schedule,
): Promise<string[]> {
  const isSure = !phases.some((phase) => phase.wipe || phase.undo !== undefined)
  if (proven || !isSure || faults.some(({ side }) => side === 'partner')) return []
  const violations = await checkGreen(world, run)
  const isCounted = site.length > 0 && faults.length + kills.length + resyncs.length === 0
  return isCounted ? [...violations, ...(await checkCreates(world, run))] : violations
}

/** One more run in the same night, after which all pages are still there. */
async function checkFirstNight(
  world: World,
  story: Story,
  runs: readonly RunReport[],
  { index, overdue }: { index: number; overdue: ReadonlySet<string> },
): Promise<void> {
  const isMissed = runs[0]?.counts['absent'] !== 0
  const all = isMissed ? [...runs, await syncOnce(world, story, {})] : runs
  const released = releasedIn(world, index).filter((record) => overdue.has(record))
  for (const run of all)
    story.violations.push(...checkNight(run, await world.runs.outcomes(run.id), new Set(released)))
}

/** The records that editors released in a phase. */
function releasedIn({ editors }: World, index: number): string[] {
  return editors.done.flatMap(({ action, phase, reason, record }) =>
    action.do === 'release' && phase === index && reason === undefined ? [record] : [],
  )
}

/** Held records whose product was gone before a phase: earlier nights missed them, so that a release retires them at once. */
async function heldAndGone(world: World, expectations: ReadonlyMap<string, Expected>): Promise<Set<string>> {
  const { partner, server } = world
  const gone = new Set<string>()
  for (const product of partner.products())
    for (const [language, code] of partner.languages().entries()) {
      const gtin = partner.gtinOf(product)
      if (expectations.get(`${gtin}/${code}`)?.hold !== true) continue
      const isThere = partner.isWanted(product, language) && (await server.product(gtin, code)) !== undefined
      if (!isThere) gone.add(`${gtin}/${code}`)
    }
  return gone
}

/** Edits while a run is active; they wait for their batch, or for the run’s end if the batch is never sent. */
async function disturb(world: World, { during }: Phase, index: number, end: End): Promise<void> {
  for (const { afterBatches: count, ...action } of during.toSorted(
    (one, two) => one.afterBatches - two.afterBatches,
  )) {
    await afterBatches(world, count, end)
    await world.editors.act(action, index, 'at work')
  }
}

/** Resyncs products during a run, one after the other, and returns their runs. */
async function resyncBeside(
  world: World,
  resyncs: NonNullable<Phase['resyncs']>,
  end: End,
): Promise<RunReport[]> {
  const all: RunReport[] = []
  for (const { product, afterBatches: count } of resyncs.toSorted(
    (one, two) => one.afterBatches - two.afterBatches,
  )) {
    await afterBatches(world, count, end)
    if (!end.isReached()) all.push(...(await world.runs.resync(world.partner.gtinOf(product))))
  }
  return all
}

/** Waits until so many batches have reached the CMS, or for the run’s end. */
async function afterBatches({ server }: World, count: number, { reached }: End): Promise<void> {
  await Promise.race([server.untilBatches(count), reached])
}

const hiding: ReadonlySet<string> = new Set(['trash', 'restore', 'set-status', 'delete', 'set-slug'])

/** Whether an editor hid, showed or moved a page after the run had read it: the next run corrects the links to it. */
function hidesLate({ editors }: World, index: number, { counts: { restored = 0 } }: RunReport): boolean {
  return editors.done.some(
    ({ phase, when, reason, action }) =>
      reason === undefined &&
      hiding.has(action.do) &&
      (phase === index ? when !== 'before' || restored > 0 : phase < index && restored > 0),
  )
}

async function checkLeftOver({ redis }: World): Promise<string[]> {
  await untilIdle(redis)
  return redis.ask(async (client) => {
    const faults: string[] = []
    const active = await client.get(redis.keys.activeRun)
    if (active !== null) faults.push(`run ${active} still holds the lock`)
    const intents = await client.hkeys(redis.keys.intents)
    if (intents.length > 0) faults.push(`intents are left over: ${intents.join(', ')}`)
    const leases = await client.keys(`${redis.keys.prefix}lease*`)
    if (leases.length > 0) faults.push(`leases are left over: ${leases.join(', ')}`)
    const products = await client.smembers(`${redis.keys.prefix}product-runs`)
    if (products.length > 0) faults.push(`product runs are still active: ${products.join(', ')}`)
    return faults
  })
}

/** Waits for jobs that outlive their run: on a busy machine they lose their locks and are repeated, with leases. */
async function untilIdle(redis: World['redis']): Promise<void> {
  const end = performance.now() + 60_000
  const active = `${redis.keys.prefix}queues:*:active`
  while (performance.now() < end && (await redis.ask((client) => client.keys(active))).length > 0)
    await setTimeout(200)
}
