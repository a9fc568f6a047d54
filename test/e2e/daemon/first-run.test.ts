import { expect } from 'vitest'
import { exitCodes } from '../../../src/cli/shared/exit-codes.ts'
import { withOwnWorld } from '../../helpers/fixtures.ts'

const test = withOwnWorld({ gtins: 3, languages: ['de-de', 'en-gb'], env: { SCHEDULE: '* * * * * *' } })

test('the schedule of a daemon plans a first run and publishes nothing until an operator approves it', async ({
  world,
}) => {
  const daemon = world.spawnDaemon()
  await daemon.ready()
  const { runId = '' } = await daemon.line(({ msg }) => msg === 'plan held')
  // A product run leaves what the plan holds to its approval.
  const [gtin = ''] = world.gtins
  const product = await world.report('sync', '--gtin', gtin, '--json')
  expect(product.report).toMatchObject({ created: 0, held: 2 })
  // The next tick finds the same plan: one held run remains.
  await daemon.line(({ msg, state }) => msg === 'run ended' && state === 'superseded')
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  expect(await world.recordPages()).toEqual([])
  expect((await world.run('status')).stdout).toMatch(/first run of an empty mirror|empty mirror/)

  // A tick may just be planning.
  let code: number | null = exitCodes.otherRunActive
  while (code === exitCodes.otherRunActive) ({ code } = await world.run('approve', runId, '--yes'))
  expect(code).toBe(0)
  expect(await world.recordPages()).toHaveLength(6)
})

test('a sync by an operator fills an empty mirror, and the schedule continues', async ({ world }) => {
  expect((await world.report('sync', '--json')).report).toMatchObject({ state: 'done', created: 6 })
  const daemon = world.spawnDaemon()
  await daemon.ready()
  const ended = await daemon.line(({ msg }) => msg === 'run ended')
  expect(ended).toMatchObject({ state: 'done', counts: { unchanged: 6 } })
})
