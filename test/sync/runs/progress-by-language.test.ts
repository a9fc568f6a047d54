import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../../helpers/sync/sync-deps.ts'
import { sync } from '../../helpers/sync/sync-run.ts'

let stage: Stage
beforeAll(async () => void (stage = await openStage({ gtins: 2 })))
afterAll(() => stage.close())

test('a run counts its read, planned and written records by language', async () => {
  const mirror = stage.openMirror()
  const { id: runId } = (await sync(mirror)).run
  const counters = await mirror.runs.progress(runId)
  const languages = (await mirror.runs.read(runId))?.languages ?? []
  expect(languages.length).toBeGreaterThan(0)
  for (const language of languages)
    for (const name of ['planned', 'changes', 'written'])
      expect([name, language, counters[`${name}:${language}`]]).toEqual([name, language, 2])
})
