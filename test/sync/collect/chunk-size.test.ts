import { expect } from 'vitest'
import { collectRun } from '../../../src/sync/collect/collect-run.ts'
import { beginRun } from '../../../src/sync/runs/begin-run.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 1 })

const listed = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${4_006_381_000_000 + index}`)

async function begin(mirror: Mirror): Promise<string> {
  const begun = await beginRun(mirror, { kind: 'plan', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  return begun.run.id
}

async function sizes(mirror: Mirror, runId: string): Promise<number[]> {
  const chunks = await Array.fromAsync(await collectRun(mirror, runId, go))
  return chunks.map(({ gtins }) => gtins.length)
}

test.for([
  { records: 150, expected: [100, 50] },
  { records: 6_399, expected: [...Array.from({ length: 63 }, () => 100), 99] },
  { records: 6_400, expected: Array.from({ length: 32 }, () => 200) },
  { records: 20_000, expected: Array.from({ length: 40 }, () => 500) },
])(
  'a run over $records records has enough chunks for several processes',
  async ({ records, expected }, { mirror }) => {
    mirror.listed = listed(records)
    expect(await sizes(mirror, await begin(mirror))).toEqual(expected)
  },
)

test('the chunks stay the same when the catalogue has grown since a crash', async ({ mirror }) => {
  const runId = await begin(mirror)
  mirror.listed = listed(2_400)
  expect(await sizes(mirror, runId)).toHaveLength(24)
  mirror.listed = listed(20_000)
  expect(await sizes(mirror, runId)).toHaveLength(200)
})

test('a run that version 0.3.0 has divided into chunks keeps them', async ({ mirror }) => {
  const runId = await begin(mirror)
  mirror.listed = listed(20_000)
  // That version stored no size.
  await mirror.runs.setProgress(runId, { total: 20_000 })
  expect(await sizes(mirror, runId)).toHaveLength(200)
})
