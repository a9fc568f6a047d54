import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { activeStates } from '../../../src/core/run/run.ts'
import type { RunReport } from '../../../src/ops/live/run-report.ts'
import { ask } from '../../../test/helpers/world/daemon.ts'
import { describeMachine } from '../machine.ts'
import type { BenchDaemon } from '../world/bench-daemon.ts'
import { openBench, type BenchWorld } from '../world/bench-world.ts'
import { changeSomething } from './change.ts'
import { printVerdict } from './print.ts'
import { countKeys, takeSample, type Sample } from './sample.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']
const withFiles = 25
const roundsBetween = 10
const pages = ['/', '/runs', '/runs/RUN', '/coverage', '/decisions', '/products/GTIN', '/audit', '/metrics']

/** Caps that are reached within the rounds before the first sample, so that stored data does not look like growth. */
const caps = { HISTORY_RUNS: '30', HISTORY_JOBS: '20' }
const warmUpRounds = 50

/**
 * Runs one after another without a pause for some minutes, with changes between them: `bench -- soak --minutes 30`. Returns
 * whether memory, handles and keys stayed flat.
 */
export async function benchSoak(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '30' },
      records: { type: 'string', default: '2000' },
    },
  })
  const gtins = Math.ceil(Number(values.records) / languages.length)
  const world = await openBench({ gtins, languages, withFiles })
  try {
    console.log(`${await describeMachine(world)}\n`)
    // A record that is gone is retired by the next run, and every run requests all files again.
    const daemon = await world.startDaemon({ ...caps, RETIRE_AFTER_MISSES: '1', MEDIA_RECHECK_DAYS: '0' })
    expectDone((await world.sync()).run)
    let round = 1
    while (round <= warmUpRounds) await play(world, daemon, round++)
    console.log(`${round - 1} rounds played; the samples begin`)
    const keysBefore = await countKeys(world)
    const until = Date.now() + Number(values.minutes) * 60_000
    const taken: Sample[] = []
    for (; Date.now() < until; round++) {
      await play(world, daemon, round)
      if (round % roundsBetween === 0) taken.push(await takeSample(world, daemon))
    }
    console.log(`${round - 1} rounds played, ${taken.length} samples`)
    const auditEntries = await world.redis.xlen(world.mirrorKeys.audit)
    return printVerdict(taken, { before: keysBefore, after: await countKeys(world), auditEntries })
  } finally {
    await world.close()
  }
}

/** One round: changes, a run over everything, and sometimes requests of operators at the same time. */
async function play(world: BenchWorld, daemon: BenchDaemon, round: number): Promise<void> {
  await changeSomething(world, round)
  const run = world.sync()
  const resync = round % 2 === 0 ? resyncOne(world, daemon, round) : undefined
  await look(world, daemon, round)
  expectDone((await run).run)
  await resync
  if (round % 10 === 0) expectDone((await world.sync('verify')).run)
  if (round % 20 === 0) await decideAll(daemon)
}

async function resyncOne(world: BenchWorld, daemon: BenchDaemon, round: number): Promise<void> {
  const runId = await daemon.startRun({ gtins: [world.gtins[(round * 97) % world.gtins.length] ?? ''] })
  for (;;) {
    const run = await daemon.readRun(runId)
    if (!activeStates.includes(run.state)) return expectDone(run)
    await sleep(20)
  }
}

/** A request to the daemon, as from a browser or Prometheus. */
async function look({ redis, mirrorKeys, gtins }: BenchWorld, { url }: BenchDaemon, round: number) {
  const [runId = ''] = await redis.zrevrange(mirrorKeys.runs, 0, 0)
  const gtin = gtins[round % gtins.length] ?? ''
  const path = (pages[round % pages.length] ?? '').replace('RUN', runId).replace('GTIN', gtin)
  const answer = await fetch(`${url}${path}`)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`)
}

/** An operator takes the partner's text in every conflict. */
async function decideAll({ url }: BenchDaemon): Promise<void> {
  const { status, body } = await ask('POST', `${url}/api/decisions`, {
    choice: 'overwrite',
    all: true,
    kind: 'conflict',
  })
  const wasDecided = status === 200 || body.error?.code === 'nothing_to_resolve'
  if (!wasDecided) throw new Error(`POST /api/decisions: ${status} ${JSON.stringify(body)}`)
}

function expectDone({ id, kind, state, counts }: RunReport): void {
  if (state !== 'done' || counts.failed > 0)
    throw new Error(`run ${id} (${kind}) ended as ${state}: ${JSON.stringify(counts)}`)
}
