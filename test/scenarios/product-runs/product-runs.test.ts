import { expect } from 'vitest'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { play, type Plant } from './play.ts'

const test = withMirror({ gtins: 3 })

const seeds = Array.from({ length: 16 }, (_, index) => index + 1)

test.for(seeds)(
  'a full run and product runs over the same records keep every guarantee, whichever process is killed: seed %s',
  async (seed, { stage, mirror }) => {
    const { steps, faults } = await play(stage, mirror, seed)
    expect(faults).toEqual([])
    expect(steps).toBeGreaterThan(100)
  },
)

/** Defects that must be noticed. */
const plants: readonly [string, Plant][] = [
  [
    'the full run ignores leases',
    (deps) => ({
      ...deps,
      leases: {
        ...deps.leases,
        share: async (_, gtins) => ({
          free: new Set(gtins),
          renew: async () => true,
          release: async () => undefined,
        }),
      },
    }),
  ],
  [
    'the full run writes what a product run has outdated',
    (deps) => ({
      ...deps,
      resynced: { ...deps.resynced, read: async (_, keys) => keys.map(() => undefined) },
    }),
  ],
  [
    'a product run does not mark what it has synced',
    (deps) => ({
      ...deps,
      resynced: { ...deps.resynced, mark: async () => undefined },
      writes: {
        ...deps.writes,
        async commit(runId, commits) {
          await deps.writes.commit(runId, commits)
          const active = (await deps.runs.activeId()) ?? ''
          await deps.resynced.forget(
            active,
            commits.map(({ outcome }) => outcome),
          )
        },
      },
    }),
  ],
]

// The effect of a seed depends a little on the machine, so others follow if the first one notices nothing.
test.for(plants)('it would be noticed if %s', async ([, plant], { stage }) => {
  const noticed: string[] = []
  for (let seed = 2; noticed.length === 0 && seed < 20; seed++) {
    const { faults } = await play(stage, stage.openMirror(), seed, plant)
    noticed.push(...faults)
    await stage.tidy()
  }
  expect(noticed).not.toEqual([])
})
