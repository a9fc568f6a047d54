import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { findingText } from '../../../src/core/report/findings/finding-text.ts'
import { plainText } from '../../../src/core/report/reasons/reason-text.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { assertFormats } from '../../../src/store/versions/check-formats.ts'
import { createStores } from '../../../src/store/stores.ts'
import { claimMs, withStore } from '../../helpers/store-fixtures.ts'
import { loadKeys, type DumpedKey } from './dump.ts'

// The data of the last version that stored the findings of a verify, and why versions of products are held, as sentences.
const file = new URL('fixtures/stored-v2.json', import.meta.url)
const keys = createKeys('shop')

const test = withStore().extend('old', async ({ store: { redis } }) => {
  const dumped = JSON.parse(await readFile(file, 'utf8')) as {
    runs: { second: string; verified: string }
    keys: DumpedKey[]
  }
  await redis.flushall()
  await loadKeys(redis, dumped.keys)
  await assertFormats(redis, keys)
  return { ...createStores(redis, keys, { claimMs }), ids: dumped.runs }
})

test('findings that were stored as sentences are shown with them', async ({ old }) => {
  const findings = (await Array.fromAsync(old.findings.scan(old.ids.verified))).flat()
  expect(
    findings.map((finding) => [finding.reason.code, findingText(finding, undefined), finding.known]),
  ).toEqual(
    expect.arrayContaining([
      ['text', 'an editor changed excerpt', undefined],
      ['text', 'an editor changed title', 'conflict'],
    ]),
  )
})

test('the sentence about a held version is shown in the list of decisions and in the outcome of its run', async ({
  old,
}) => {
  const lost = '4 core fields became empty at once (intro, application, advantages, item_number)'
  const suspects = (await Array.fromAsync(old.suspects.scan())).flat()
  expect(suspects.map(({ value }) => value.blanks)).toEqual([{ code: 'text', text: lost }])
  const outcomes = (await Array.fromAsync(old.runs.scanOutcomes(old.ids.second))).flat()
  expect(outcomes.map(({ reasons }) => plainText(reasons))).toContain(`${lost}: the page is left unchanged`)
})
