import { expect } from 'vitest'
import fc from 'fast-check'
import { toValueRules, type FieldRules } from '../../src/core/plan/value-rules.ts'
import { sync } from '../helpers/sync/sync-run.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const language = 'de-de'
const gtins = 24
const test = withMirror({ gtins, languages: language, mirror: { policy: { maxUpdateShare: 1 } } })

/** Prices in hundredths. Every world starts with the same price. */
const before = 10_000
const off = toValueRules({
  all: { maxOutliers: 'off', maxEmptied: 'off' },
  fields: { price: { maxDrop: 'off', maxRise: 'off' } },
})

type Change = { price: number; intro: 'kept' | 'changed' | 'emptied' }
type World = {
  rules: Required<FieldRules>
  share: 'maxOutliers' | 'maxEmptied' | 'maxChanged'
  changes: Change[]
}

/** A new price at a limit, a hundredth beyond it, or anywhere. */
const priceNear = ({ maxDrop, maxRise, min, max }: Required<FieldRules>) => {
  const limits = [before - maxDrop * 100, before + maxRise * 100, min * 100, max * 100]
  const near = limits.flatMap((limit) => [limit - 1, limit, limit + 1])
  return fc.oneof(
    fc.constant(before),
    fc.constantFrom(...near.filter((price) => price > 0)),
    fc.integer({ min: 1, max: 40_000 }),
  )
}

const rulesOf = fc.record({
  maxDrop: fc.integer({ min: 1, max: 99 }),
  maxRise: fc.integer({ min: 1, max: 200 }),
  min: fc.integer({ min: 1, max: 99 }),
  max: fc.integer({ min: 101, max: 300 }),
  mayBecomeEmpty: fc.boolean(),
  maxOutliers: fc.integer({ min: 1, max: 100 }),
  maxEmptied: fc.integer({ min: 1, max: 100 }),
  maxChanged: fc.integer({ min: 1, max: 100 }),
})

/** Worlds with a few outliers to worlds full of them. */
const worlds: fc.Arbitrary<World> = rulesOf.chain((rules) =>
  fc.record({
    rules: fc.constant(rules),
    share: fc.constantFrom('maxOutliers', 'maxEmptied', 'maxChanged'),
    changes: fc.integer({ min: 0, max: gtins }).chain((count) =>
      fc.array(fc.record({ price: priceNear(rules), intro: fc.constantFrom('kept', 'changed', 'emptied') }), {
        minLength: count,
        maxLength: count,
      }),
    ),
  }),
)

/** The rules in other words: what must be held, computed in whole hundredths. */
function isOutlier({ price }: Change, { maxDrop, maxRise, min, max }: Required<FieldRules>): boolean {
  if (price === before) return false
  const outside = price < min * 100 || price > max * 100
  return outside || (before - price) * 100 > maxDrop * before || (price - before) * 100 > maxRise * before
}

function holdsPlan({ rules, share, changes }: World): boolean {
  const counted = changes.filter((change) =>
    share === 'maxOutliers'
      ? isOutlier(change, rules)
      : share === 'maxEmptied'
        ? change.intro === 'emptied'
        : change.intro !== 'kept',
  )
  return counted.length > Math.max(5, Math.floor((gtins * rules[share]) / 100))
}

const intros = { kept: 'Band', changed: 'Filz', emptied: '' }

async function show({ mock }: Stage, listed: readonly string[], changes: readonly Change[]) {
  await Promise.all(
    listed.map((gtin, index) => {
      const { price, intro } = changes[index] ?? { price: before, intro: 'kept' }
      return mock.patchProduct(gtin, '*', { price: (price / 100).toFixed(2), intro: intros[intro] })
    }),
  )
}

/** Applies one of the rules for shares, so that no other one holds the plan. */
function apply(mirror: Mirror, { rules, share }: World): void {
  const { maxDrop, maxRise, min, max, mayBecomeEmpty } = rules
  const price = {
    maxDrop,
    maxRise,
    min,
    max,
    ...(share === 'maxOutliers' && { maxOutliers: rules.maxOutliers }),
  }
  const intro = { mayBecomeEmpty, ...(share !== 'maxOutliers' && { [share]: rules[share] }) }
  mirror.valueRules = toValueRules({
    all: { maxOutliers: 'off', maxEmptied: 'off' },
    fields: { price, intro },
  })
}

test('in 90 random worlds, exactly the records beyond a limit are held, and exactly the plans beyond a share', async ({
  stage,
  mirror,
}) => {
  const seen = { held: 0, written: 0, plansHeld: 0, plansWritten: 0 }
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      mirror.valueRules = off
      await show(stage, mirror.listed, [])
      await sync(mirror)
      await show(stage, mirror.listed, world.changes)
      apply(mirror, world)
      const { run, verdicts, outcomes } = await sync(mirror)
      const expected = mirror.listed.filter((_, index) => {
        const change = world.changes[index]
        if (change === undefined) return false
        return isOutlier(change, world.rules) || (change.intro === 'emptied' && !world.rules.mayBecomeEmpty)
      })
      const held = [...outcomes.values()].filter(({ result }) => result === 'held').map(({ gtin }) => gtin)
      expect(held.sort()).toEqual(expected.sort())
      expect(verdicts.length > 0).toBe(holdsPlan(world))
      seen.held += held.length
      seen.written += run.counts.updated
      seen[verdicts.length > 0 ? 'plansHeld' : 'plansWritten']++
    }),
    { numRuns: 90, seed: 281 },
  )
  // The worlds are on both sides of the limits.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10)
})
