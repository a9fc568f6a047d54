import { describe, expect } from 'vitest'
import fc from 'fast-check'
import { applyGuards } from '../../jobs/review-plan.ts'
import type { Guard } from '../../src/core/reasons/guard-verdict.ts'
import type { Change } from '../../src/core/run/change.ts'
import { judgePlan } from '../../src/sync/review/judge-plan.ts'
import { productOf, snapshotOf } from '../helpers/content/records.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { apply, go, plan, sync } from '../helpers/sync/sync-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const policy = { retireAfterMisses: 1, maxCreateShare: 0.1, maxUpdateShare: 0.1 }
const test = withMirror({ gtins: 111, languages: 'de-de', mirror: { policy } })

/**
 * A mirror and a plan: `limited` records are of the guard, `apart` other ones were written the same way since the last
 * full run, and `size` is the number of pages that the last full run was to leave.
 */
type World = { mirrored: number; percent: number; limited: number; apart: number; size: number }
type Shares = 'maxRetireShare' | 'maxUpdateShare' | 'maxCreateShare'
type Case = {
  guard: Guard
  change: (index: number, world: World) => Change
  share?: Shares
  /** The most records that the guard allows, in other words than the code: in whole numbers. */
  limit: (world: World) => number
  /** Whether other runs count. */
  countsApart?: 'create' | 'update' | 'restore' | 'retire'
  trigger?: 'schedule'
  isDeleted?: true
}

const language = 'de-de'
const keyOf = (index: number) => ({ gtin: String(4_000_000_000_000 + index), language })
const written = (index: number) => ({
  ...keyOf(index),
  product: { ...productOf(), ...keyOf(index), name: 'Neu' },
  digest: 'new',
})
const update = (index: number, field: string): Change => ({
  ...written(index),
  kind: 'update',
  pageId: index + 1,
  fields: [field],
})
const create = (index: number, { mirrored }: World): Change => ({
  ...written(mirrored + index),
  kind: 'create',
})
const retire = (reason: 'absent at the partner' | 'language no longer mirrored') => (index: number) =>
  ({ ...keyOf(index), kind: 'retire', pageId: index + 1, reason }) as const
const atLeastFive = (of: number, percent: number) => Math.max(5, Math.floor((of * percent) / 100))
const ofMirror = ({ mirrored, percent }: World) => atLeastFive(mirrored, percent)
/** A restored page is part of the mirror again. */
const ofVisible = ({ mirrored, limited, percent }: World) => atLeastFive(mirrored + limited, percent)

const cases: Case[] = [
  {
    guard: 'retire',
    change: retire('absent at the partner'),
    share: 'maxRetireShare',
    limit: ofMirror,
    countsApart: 'retire',
  },
  {
    guard: 'update',
    change: (index) => update(index, 'name'),
    share: 'maxUpdateShare',
    limit: ofMirror,
    countsApart: 'update',
  },
  {
    guard: 'restore',
    change: (index) => ({ ...written(index), kind: 'restore', pageId: index + 1 }),
    share: 'maxRetireShare',
    limit: ofVisible,
    countsApart: 'restore',
  },
  {
    guard: 'recreate',
    change: (index) => update(index, 'name'),
    share: 'maxRetireShare',
    limit: ofMirror,
    isDeleted: true,
  },
  {
    guard: 'create',
    change: create,
    share: 'maxCreateShare',
    limit: ({ mirrored, percent, size }) =>
      mirrored < 100
        ? Infinity
        : atLeastFive(Math.max(mirrored, size), percent) + Math.max(0, size - mirrored),
    countsApart: 'create',
  },
  {
    guard: 'links',
    change: (index) => update(index, 'languages'),
    limit: ({ mirrored }) => (mirrored < 100 ? Infinity : Math.floor(mirrored / 2)),
  },
  { guard: 'language', change: retire('language no longer mirrored'), limit: () => 0 },
  {
    guard: 'first',
    change: create,
    share: 'maxCreateShare',
    limit: ({ mirrored, percent, apart, size }) => {
      if (mirrored > apart) return Infinity
      return size === 0 ? 0 : atLeastFive(size, percent) + Math.max(0, size - mirrored)
    },
    trigger: 'schedule',
    countsApart: 'create',
  },
]

/** Sizes of mirrors; from 100 pages on, the growth of a mirror is limited. */
const sizes = [0, 1, 4, 12, 40, 99, 100, 130]
const mostLimited = 140
const plannedSizes: Partial<Record<Guard, number[]>> = { create: [0, 20, 110, 140], first: [0, 3, 20, 60] }

/** Worlds in which a guard has a record more or less than its limit, and others. */
function worldsOf(one: Case): fc.Arbitrary<World> {
  const { guard, countsApart } = one
  const frame = {
    mirrored: fc.constantFrom(...sizes.filter((size) => size >= 12 !== (guard === 'first'))),
    percent: fc.integer({ min: 0, max: 60 }),
    apart: countsApart === undefined ? fc.constant(0) : fc.nat(4),
    size: fc.constantFrom(...(plannedSizes[guard] ?? [0])),
  }
  return fc.record(frame).chain((world) => {
    const all = Array.from({ length: mostLimited }, (_, limited) => ({ ...world, limited }))
    const first = all.find((each) => isBeyond(one, each))?.limited ?? mostLimited
    const near = fc.integer({ min: Math.max(0, first - 2), max: first + 1 })
    const limited = fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: fc.nat(mostLimited) })
    return limited.map((count) => ({ ...world, limited: count }))
  })
}

function isBeyond({ guard, limit, countsApart }: Case, world: World): boolean {
  const apart = countsApart === undefined || guard === 'first' ? 0 : world.apart
  return world.limited > 0 && world.limited + apart > limit(world)
}

const storedSizes = new Map<number, Mirror['keys']>()

/** A mirror with so many pages, which its worlds share. */
async function openSize(stage: Stage, size: number): Promise<Mirror> {
  const keys = storedSizes.get(size)
  const mirror = stage.openMirror(keys && { keys })
  if (keys !== undefined) return mirror
  storedSizes.set(size, mirror.keys)
  await mirror.writes.commit(
    'before',
    Array.from({ length: size }, (_, index) => ({
      outcome: { ...keyOf(index), result: 'created' as const },
      snapshot: snapshotOf({ ...productOf(), ...keyOf(index) }, { pageId: index + 1 }),
    })),
  )
  return mirror
}

const worldId = 'world'

/** Stores the plan of a world, with what other runs have left. */
async function save(mirror: Mirror, world: World, one: Case): Promise<void> {
  const { limited, apart, size } = world
  const changes = Array.from({ length: limited }, (_, index) => one.change(index, world))
  await mirror.plans.save(worldId, changes)
  const deleted = { state: 'deleted' as const, edited: [], since: '2026-11-20T04:00:00Z' }
  if (one.isDeleted)
    await mirror.pageStates.save(
      changes.map(({ gtin }, index) => ({
        key: { gtin, language },
        value: { ...deleted, pageId: index + 1 },
      })),
    )
  const others = Array.from({ length: apart }, (_, at) => `${9_000_000_000_000 + at}/${language}`)
  if (apart > 0) await mirror.updatedApart.add(others.map((id) => `${one.countsApart} ${id}`))
  if (size > 0) await mirror.plannedSize.save({ runId: 'before', pages: size })
}

async function forget(mirror: Mirror): Promise<void> {
  await mirror.plans.discard(worldId)
  await mirror.updatedApart.clear()
  await mirror.plannedSize.clear()
  await mirror.pageStates.clear()
}

describe('in 30 random worlds, a plan is held exactly beyond the limit', () => {
  test.for(cases.map((one) => [one.guard, one] as const))(
    'of %s',
    async ([guard, one], { stage, mirror: { keys } }) => {
      expect(keys).toBeDefined()
      const mirrors = new Map<number, Mirror>()
      for (const size of sizes) mirrors.set(size, await openSize(stage, size))
      const seen = { held: 0, allowed: 0 }
      await fc.assert(
        fc.asyncProperty(worldsOf(one), async (world) => {
          const mirror = mirrors.get(world.mirrored)
          if (mirror === undefined) throw new Error(`no mirror of ${world.mirrored} pages`)
          const open = { maxRetireShare: 1, maxUpdateShare: 1, maxCreateShare: guard === 'first' ? 0 : 1 }
          mirror.policy = {
            ...mirror.policy,
            ...open,
            ...(one.share && { [one.share]: world.percent / 100 }),
          }
          await save(mirror, world, one)
          const judged = {
            id: worldId,
            kind: 'sync',
            trigger: one.trigger ?? 'cli',
            created: new Map(),
          } as const
          const { verdicts } = await judgePlan(mirror, judged)
          await forget(mirror)
          const isHeld = verdicts.some((verdict) => verdict.guard === guard)
          expect({ ...world, isHeld }).toEqual({ ...world, isHeld: isBeyond(one, world) })
          seen[isHeld ? 'held' : 'allowed']++
        }),
        { numRuns: 30, seed: 285 },
      )
      // The worlds are on both sides of the limit.
      expect(seen.held).toBeGreaterThan(3)
      expect(seen.allowed).toBeGreaterThan(3)
    },
  )
})

test('a plan at a limit is written, and one record more is not', async ({ stage, mirror }) => {
  const all = mirror.listed
  const show = async (intro: string, from: number, to: number) => {
    for (const gtin of all.slice(from, to)) await stage.mock.patchProduct(gtin, '*', { intro })
  }
  await show('Band', 0, 12)
  mirror.listed = all.slice(0, 100)
  await sync(mirror)
  await expectLimit(stage, mirror, 'create', [
    (count) => void (mirror.listed = all.slice(0, 100 + count)),
    10,
  ])
  const change = async (count: number) => {
    await show('Filz', 0, count)
    await show('Band', count, 12)
  }
  await expectLimit(stage, mirror, 'update', [change, 11])
  const remove = (count: number) => void (mirror.listed = all.slice(0, 110 - count))
  await expectLimit(stage, mirror, 'retire', [remove, 5])
})

async function expectLimit(
  stage: Stage,
  mirror: Mirror,
  guard: Guard,
  [act, limit]: [act: (count: number) => unknown, limit: number],
) {
  for (const count of [limit + 1, limit]) {
    await act(count)
    await stage.mock.zeroStats()
    const { runId } = await plan(mirror)
    const run = await mirror.runs.read(runId)
    const mayWrite = run !== undefined && (await applyGuards(mirror, run, go))
    if (mayWrite) await apply(mirror, runId)
    const { guards = [] } = (await mirror.runs.read(runId)) ?? {}
    const { cmsWrites } = await stage.mock.stats()
    expect({ count, guards: guards.map((one) => one.guard), isWritten: cmsWrites.total > 0 }).toEqual(
      count > limit ? { count, guards: [guard], isWritten: false } : { count, guards: [], isWritten: true },
    )
  }
}
