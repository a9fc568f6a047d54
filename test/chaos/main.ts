import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCoverage } from './coverage.ts'
import { drawSchedule } from './draw.ts'
import { readOptions, type Options } from './options.ts'
import { play } from './play.ts'
import { describeFailure, keepLog, print, replayCommand } from './report.ts'
import type { Schedule } from './schedule.ts'
import { shrink } from './shrink.ts'

const options = readOptions(process.argv.slice(2))
// Daemons are started often: what the first one compiled serves all others.
const cache = mkdtempSync(join(tmpdir(), 'chaos-cache-'))
process.once('exit', () => rmSync(cache, { recursive: true, force: true }))
process.env['NODE_COMPILE_CACHE'] = cache
process.exitCode = (await run(options)) ? 0 : 1

async function run(wanted: Options): Promise<boolean> {
  const from = performance.now()
  const schedules = listSchedules(wanted)
  const coverage = createCoverage()
  const failed: { schedule: Schedule; text: string }[] = []
  let violations = 0
  let next = 0
  let ended = 0

  async function playOne(schedule: Schedule): Promise<void> {
    const played = await play(schedule)
    coverage.note(schedule, played)
    ended++
    if (played.violations.length === 0) return
    violations += played.violations.length
    const text = describeFailure(schedule, played, await keepLog(schedule, played), wanted.plant)
    print(text)
    failed.push({ schedule, text })
  }
  async function work(): Promise<void> {
    for (let schedule = schedules[next++]; schedule !== undefined; schedule = schedules[next++])
      await playOne(schedule)
  }
  await Promise.all(Array.from({ length: wanted.parallel }, work))

  const [first] = failed
  if (first !== undefined && wanted.shrink > 0) await shrinkOne(first.schedule, wanted)
  const seconds = (performance.now() - from) / 1000
  print(coverage.table())
  print(`${ended} schedules, ${coverage.fired()} kills, ${violations} violations in ${seconds.toFixed(0)} s`)
  const passed = ended - failed.length
  print(` Tests  ${failed.length > 0 ? `${failed.length} failed | ` : ''}${passed} passed (${ended})`)
  return failed.length === 0
}

function listSchedules({ schedules, seed, only, replay }: Options): Schedule[] {
  if (replay !== undefined) return [JSON.parse(replay) as Schedule]
  if (only !== undefined) return [drawSchedule(seed, only)]
  return Array.from({ length: schedules }, (_, index) => drawSchedule(seed, index))
}

async function shrinkOne(schedule: Schedule, wanted: Options): Promise<void> {
  const fails = async (candidate: Schedule): Promise<boolean> => (await play(candidate)).violations.length > 0
  const smallest = await shrink(schedule, fails, wanted.shrink)
  const played = await play(smallest.schedule)
  print(`SMALLEST after ${smallest.tried} tries:`)
  print(describeFailure(smallest.schedule, played, await keepLog(smallest.schedule, played), wanted.plant))
  print(`  again: ${replayCommand(smallest.schedule, wanted.plant)}`)
}
