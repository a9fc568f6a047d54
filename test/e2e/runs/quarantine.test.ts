import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countFailure, type Failing } from '../../../src/core/decisions/quarantine.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createTables } from '../../../src/store/formats/tables.ts'
import { runCli } from '../../helpers/world/cli.ts'
import { startTestRedis, type TestRedis } from '../../helpers/world/redis.ts'

const gtin = '4006381333931'
let redis: TestRedis
let env: Record<string, string>
beforeAll(async () => {
  redis = await startTestRedis()
  env = { REDIS_URL: redis.url, MIRROR_ID: 'quarantined' }
  const connection = new Redis(redis.connection)
  let value: Failing | undefined
  for (let run = 1; run <= 5; run++)
    value = countFailure(value, { runId: `${run}`, reason: 'answered 500', at: new Date() })
  if (value === undefined) throw new Error('nothing failed')
  const entry = value
  await createTables(connection, createKeys('quarantined')).failing.save(
    ['de-de', 'en-gb', 'fr-fr'].map((language) => ({ key: { gtin, language }, value: entry })),
  )
  connection.disconnect()
})
afterAll(() => redis.close())

const lines = async (...args: string[]) => {
  const { code, stdout, stderr } = await runCli(args, env)
  return { code, said: (stdout + stderr).trimEnd().split('\n') }
}

it('status lists what is in quarantine, retry takes out one record, then all of a product, then there is none', async () => {
  const { said } = await lines('status', '--failing')
  expect(said).toHaveLength(5)
  expect(said[1]).toMatch(/^ {2}4006381333931\/de-de {2}failed in 5 runs in a row since .*: answered 500$/)
  const json = JSON.parse((await lines('status', '--json')).said[0] ?? '')
  expect(json).toMatchObject({ quarantined: 3, failing: [{ gtin, language: 'de-de', count: 5 }, {}, {}] })

  expect(await lines('retry', gtin, 'en-gb')).toEqual({
    code: 0,
    said: [`${gtin}/en-gb left quarantine; the next run fetches it.`],
  })
  expect(await lines('retry', gtin, 'en-gb')).toEqual({
    code: 0,
    said: [
      `No such record of product ${gtin} is in quarantine. To list failing records: product-mirror status --failing`,
    ],
  })
  expect(await lines('retry')).toEqual({
    code: 0,
    said: ['2 records left quarantine; the next run fetches them.', `  ${gtin}/de-de`, `  ${gtin}/fr-fr`],
  })
})

it.each([
  ['123', 'de-de', /"123" is not a GTIN-13/],
  [gtin, 'DE', /"DE" is not a language code/],
])('retry %s %s is refused with what is allowed', async (wrong, language, said) => {
  const answer = await lines('retry', wrong, language)
  expect(answer.code).toBe(7)
  expect(answer.said.join('')).toMatch(said)
})
