import type { Note } from '../../../src/core/reasons/note.ts'
import { expect } from 'vitest'
import type { Stage } from '../../helpers/sync/sync-deps.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 2, languages: 'de-de' })
const firewall = { side: 'cms', kind: 'refuse-raw' } as const
const isNote = ({ code }: Note): boolean => code === 'uploads-blocked'

async function countRefused(stage: Stage): Promise<number> {
  return (await stage.mock.stats()).faults['refuse-raw'] ?? 0
}

test('a firewall that rejects raw uploads is known to later processes, and one run reports it', async ({
  stage,
  mirror,
}) => {
  await stage.mock.faults([firewall])
  mirror.listed = stage.gtins.slice(0, 1)
  const first = await sync(mirror, { media: true })
  expect(first.run.notes.filter(isNote)).toHaveLength(1)
  // The files that were sent at the same time.
  expect(await countRefused(stage)).toBeLessThanOrEqual(3)

  await stage.mock.zeroStats()
  const later = stage.openMirror({ keys: mirror.keys })
  const second = await sync(later, { media: true })
  expect((await stage.mock.stats()).cmsWrites.byKind['media.create']).toBeGreaterThan(0)
  expect(await countRefused(stage)).toBe(0)
  expect(second.run.notes.filter(isNote)).toEqual([])
})
