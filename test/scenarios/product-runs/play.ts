import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import type { SyncDeps } from '../../../src/sync/deps.ts'
import { createRandom } from '../../../tools/chaos/story/random.ts'
import { paragraph } from '../../helpers/sync/race.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { fullRun, productRun, type Fleet } from './actors.ts'
import { createInterleaving } from './interleave.ts'

const language = 'de-de'
const maxKills = 3

/** Breaks the processes of a play on purpose. */
export type Plant = (sync: SyncDeps) => SyncDeps

/** The result of a play; it is correct if `faults` is empty. */
export type Played = { steps: number; faults: string[] }

/**
 * Plays a full run and product runs over the same records, with processes that are killed in the middle; the seed decides
 * the order. In parallel, the partner changes products, which are then resynced, and an editor writes. Afterwards it checks
 * the guarantees for each of them.
 */
export async function play(
  stage: Stage,
  mirror: Mirror,
  seed: number,
  plant: Plant = (deps) => deps,
): Promise<Played> {
  const random = createRandom(seed, 0)
  const isFirst = random.chance(0.4)
  if (!isFirst) {
    await sync(mirror, { media: true })
    for (const gtin of mirror.listed) await change(stage, gtin, 'ONE')
  }
  await stage.mock.zeroStats()
  let kills = 0
  const interleaving = createInterleaving({
    choose: (count) => random.below(count),
    kills: () => kills < maxKills && random.chance(0.01) && ++kills > 0,
  })
  const fleet: Fleet = {
    open: (mortal) => interleaving.open(plant(mirror), mortal),
    pass: (ms) => mirror.pass(ms),
  }
  const faults: string[] = []
  const resynced = random.some(mirror.listed, random.between(1, 2))
  const edited = isFirst ? [] : random.some(mirror.listed, 1)
  /** Each starts somewhere in the full run. */
  const somewhen = async (): Promise<void> => {
    for (let left = random.below(120); left > 0; left--) await interleaving.turn()
  }
  const steps = await interleaving.run([
    () => fullRun(fleet, 2),
    ...resynced.map((gtin, index) => async () => {
      await somewhen()
      await change(stage, gtin, `RESYNCED-${index}`)
      await productRun(fleet, { gtins: [gtin] })
      // From now on the page shows it, whatever the full run had planned.
      if (!(await contentOf(stage, gtin)).includes(`RESYNCED-${index}`))
        faults.push(`${gtin} does not show its version right after its product run`)
    }),
    ...edited.map((gtin) => async () => {
      await somewhen()
      const { id } = await stage.editor.page({ gtin, language })
      await stage.editor.edit(id, { content: `${paragraph('EDITED')}\n\n${await contentOf(stage, gtin)}` })
    }),
  ])
  const { byKind } = (await stage.mock.stats()).cmsWrites
  const created = byKind['pages.create'] ?? 0
  const expected = isFirst ? mirror.listed.length + 2 : 0
  if (created !== expected) faults.push(`${created} pages were created instead of ${expected}`)
  return { steps, faults: [...faults, ...(await judge(stage, mirror, { resynced, edited }))] }
}

async function judge(
  stage: Stage,
  mirror: Mirror,
  { resynced, edited }: Record<'resynced' | 'edited', readonly string[]>,
): Promise<string[]> {
  const faults: string[] = []
  for (const [index, gtin] of resynced.entries())
    if (!(await contentOf(stage, gtin)).includes(`RESYNCED-${index}`))
      faults.push(`${gtin} shows an older version in the end`)
  for (const gtin of edited)
    if (!(await contentOf(stage, gtin)).includes('EDITED')) faults.push(`${gtin} lost what an editor wrote`)
  for (const gtin of mirror.listed) {
    const { pageId } = await snapshotOf(mirror, { gtin, language })
    if (pageId !== (await stage.editor.page({ gtin, language })).id)
      faults.push(`the snapshot of ${gtin} names another page`)
  }
  const { keys } = mirror
  const left = await stage.redis.keys(`pm:${keys.mirrorId}:lease*`)
  const others = await stage.redis.keys(`pm:${keys.mirrorId}:product-runs`)
  const intents = await stage.redis.hkeys(keys.intents)
  for (const key of [...left, ...others, ...intents]) faults.push(`${key} is left behind`)
  for await (const states of mirror.pageStates.scan())
    for (const { key, value } of states)
      if (!edited.includes(key.gtin)) faults.push(`${recordId(key)} counts as ${value.state}`)
  // A file that products share may have changed at its address after the review.
  for (const { gtin, result, fields = [] } of (await sync(mirror, { media: true })).outcomes.values())
    if (fields.join(' ') !== 'file') faults.push(`the next run has ${gtin} ${result}: ${fields.join(', ')}`)
  return faults
}

function change(stage: Stage, gtin: string, item_number: string): Promise<void> {
  return stage.mock.patchProduct(gtin, language, { item_number })
}

async function contentOf(stage: Stage, gtin: string): Promise<string> {
  const key: RecordKey = { gtin, language }
  return (await stage.editor.page(key)).content.raw
}
