import { because } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { countWaiting } from '../../../src/sync/decisions/count-waiting.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const at = '2026-11-20T04:00:00.000Z'
const test = withMirror({ gtins: 2, languages: 'de-de' })

test('conflicts, emptied versions and failing records wait for a decision', async ({ mirror, key }) => {
  expect(await countWaiting(mirror)).toBe(0)
  const conflict = { pageId: 1, link: '', runId: 'run-1', at, fields: [] }
  await mirror.conflicts.save([{ key, value: conflict }])
  await mirror.failing.save([
    { key, value: { count: 0, since: at, runId: 'run-1', reasons: because('returned 500') } },
  ])
  const other = { ...key, language: 'en-gb' }
  await mirror.suspects.save([
    { key: other, value: { digest: 'd', blanks: { code: 'name' as const }, runId: 'run-1', at } },
  ])
  expect(await countWaiting(mirror)).toBe(3)
  await mirror.decisions.save([{ key, value: { kind: 'hold', at, by: 'olive', reason: '' } }])
  await mirror.failing.remove([key])
  expect(await countWaiting(mirror)).toBe(1)
})
