import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareWithCalm } from './calm.ts'
import { createCoverage } from './coverage.ts'
import { drawSchedule } from './story/draw.ts'
import { drawFirstSync } from './story/draw-first-sync.ts'
import { removeWithUs } from './left-behind.ts'
import { readOptions, type Options } from './options.ts'
import { assertPlantable, bugs, mayFind, plantGroups } from './plant.ts'
import { play, type Played } from './play.ts'
import { describeFailure, keepLog, print, replayCommand } from './report.ts'
import type { Schedule } from './story/schedule.ts'
import { shrink } from './story/shrink.ts'

const options = readOptions(process.argv.slice(2))
// Daemons are started often: what the first one compiled serves all others.
process.env['NODE_COMPILE_CACHE'] ??= removeWithUs(mkdtempSync(join(tmpdir(), 'chaos-cache-')))
// A bug that can no longer be planted proves nothing, so the machine fails at once.
const wantedBug = options.plant === undefined || options.plant in plantGroups ? [] : options.plant
for (const bug of new Set([...Object.keys(bugs), wantedBug].flat())) assertPlantable(bug)
process.exitCode = (await runAll(options)) ? 0 : 1

/** One series, or one for each bug of a planted group. */
async function runAll(wanted: Options): Promise<boolean> {
  const group = plantGroups[wanted.plant ?? '']
  if (group === undefined) return run(wanted)
  const found: boolean[] = []
  for (const plant of group) found.push(await run({ ...wanted, plant, shrink: 0 }))
  return found.every(Boolean)
}

async function run(wanted: Options): Promise<boolean> {
  const from = performance.now()
  const { plant } = wanted
  const drawn = listSchedules(wanted)
  const schedules =
    plant === undefined
      ? drawn
      : drawn.filter((schedule) => mayFind(plant, schedule)).sort((one, other) => sizeOf(one) - sizeOf(other))
  const coverage = createCoverage()
  const failed: { schedule: Schedule; text: string }[] = []
  let violations = 0
  let next = 0
  let ended = 0

  async function playOne(schedule: Schedule): Promise<void> {
    const played = await playWith(schedule, wanted)
    coverage.note(schedule, played)
    ended++
    if (ended % 50 === 0 || wanted.plant !== undefined)
      print(`${ended} of ${schedules.length} schedules played, the last one was ${schedule.index}`)
    // A planted bug is found once.
    if (wanted.plant !== undefined && failed.length > 0) return
    if (played.violations.length === 0 || !(await isNews(schedule, wanted))) return
    violations += played.violations.length
    const text = describeFailure(schedule, played, await keepLog(schedule, played), wanted.plant)
    print(text)
    failed.push({ schedule, text })
  }
  async function work(): Promise<void> {
    for (let schedule = schedules[next++]; schedule !== undefined; schedule = schedules[next++]) {
      await playOne(schedule)
      if (wanted.plant !== undefined && failed.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: wanted.parallel }, work))

  const [first] = failed
  if (first !== undefined && wanted.shrink > 0) await shrinkOne(first.schedule, wanted)
  const seconds = (performance.now() - from) / 1000
  print(coverage.table())
  print(`${ended} schedules, ${coverage.fired()} kills, ${violations} violations in ${seconds.toFixed(0)} s`)
  if (wanted.plant !== undefined) {
    const found = first === undefined ? 'was not found' : `was found by schedule ${first.schedule.index}`
    print(`planted ${wanted.plant} ${found}, ${ended} played of the ${schedules.length} that could`)
    print(` Tests  ${first === undefined ? '1 failed' : '1 passed'} (1)`)
    return first !== undefined
  }
  const passed = ended - failed.length
  print(` Tests  ${failed.length > 0 ? `${failed.length} failed | ` : ''}${passed} passed (${ended})`)
  return failed.length === 0
}

/** A promise that a schedule also breaks without the planted bug does not count as found. */
async function isNews(schedule: Schedule, { plant, ...wanted }: Options): Promise<boolean> {
  return (
    plant === undefined || (await playWith(schedule, { ...wanted, plant: undefined })).violations.length === 0
  )
}

/** Plays a schedule, and every so-many-th once more without trouble. */
async function playWith(schedule: Schedule, { calm, plant, firstSyncKills = 0 }: Options): Promise<Played> {
  const played = await play(schedule, plant)
  if (played.fired.length < firstSyncKills)
    played.violations.push(`only ${played.fired.length} of ${firstSyncKills} kills came`)
  if (calm === 0 || schedule.index % calm !== 0 || played.violations.length > 0) return played
  // Whether the next run notices a deletion may depend on a lost reply: the page is created again then or later.
  if (schedule.phases.some(({ editors }) => editors.some((action) => action.do === 'delete'))) return played
  return { ...played, violations: await compareWithCalm(schedule, played, plant) }
}

/** About how long a schedule takes: a planted bug is searched for in the shortest ones first. */
function sizeOf({ gtins, languages, phases, policy, daemons, redis }: Schedule): number {
  const runs = phases.length * policy.misses + phases.filter(({ undo }) => undo !== undefined).length
  return runs * (4 + gtins * languages.length) * daemons * (redis === undefined ? 1 : 2)
}

function listSchedules({ cluster, fleet, ...wanted }: Options): Schedule[] {
  return drawAll(wanted).map((schedule) => ({
    ...schedule,
    ...(cluster && { redis: 'cluster' }),
    ...(fleet && { daemons: 2 }),
  }))
}

function drawAll({
  schedules,
  seed,
  from,
  step,
  only,
  replay,
  firstSyncKills,
  proven,
}: Omit<Options, 'cluster' | 'fleet'>): Schedule[] {
  if (firstSyncKills !== undefined) return [drawFirstSync(seed, firstSyncKills)]
  if (replay !== undefined) return [JSON.parse(replay) as Schedule]
  if (only !== undefined) return [drawSchedule(seed, only, proven)]
  return Array.from({ length: schedules }, (_, index) => drawSchedule(seed, from + index * step, proven))
}

/** Plays ever smaller schedules, as long as each still fails. */
async function shrinkOne(schedule: Schedule, wanted: Options): Promise<void> {
  const fails = async (candidate: Schedule): Promise<boolean> =>
    (await playWith(candidate, wanted)).violations.length > 0
  const smallest = await shrink(schedule, fails, wanted.shrink)
  const played = await playWith(smallest.schedule, wanted)
  print(`SMALLEST after ${smallest.tried} tries:`)
  print(describeFailure(smallest.schedule, played, await keepLog(smallest.schedule, played), wanted.plant))
  print(`  again: ${replayCommand(smallest.schedule, wanted.plant)}`)
}
