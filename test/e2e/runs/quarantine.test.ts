import { because } from '../../helpers/content/reason-of.ts'
import { Redis } from 'ioredis'
import { expect } from 'vitest'
import { countFailure, type Failing } from '../../../src/core/decisions/quarantine.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createTables } from '../../../src/store/records/create-tables.ts'
import { withRedis } from '../../helpers/fixtures.ts'
import { runHosted } from '../../helpers/world/command-hosts.ts'

const gtin = '4006381333931'
/** A mirror with three records in quarantine: the variables of a command that reaches it. */
const it = withRedis().extend('env', { scope: 'file' }, async ({ redis }) => {
  const connection = new Redis(redis.connection)
  let value: Failing | undefined
  for (let run = 1; run <= 5; run++)
    value = countFailure(value, { runId: `${run}`, reasons: because('returned 500'), at: new Date() })
  if (value === undefined) throw new Error('nothing failed')
  const entry = value
  await createTables(connection, createKeys('quarantined')).failing.save(
    ['de-de', 'en-gb', 'fr-fr'].map((language) => ({ key: { gtin, language }, value: entry })),
  )
  connection.disconnect()
  return { REDIS_URL: redis.url, MIRROR_ID: 'quarantined' }
})

async function lines(env: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await runHosted(args, env)
  return { code, said: (stdout + stderr).trimEnd().split('\n') }
}

it('status lists records in quarantine, and retry releases one record or all of them', async ({ env }) => {
  const { said } = await lines(env, 'status', '--failing')
  expect(said).toHaveLength(5)
  expect(said[1]).toMatch(/^ {2}4006381333931\/de-de {2}failed in 5 runs in a row since .*: returned 500$/)
  const json = JSON.parse((await lines(env, 'status', '--json')).said[0] ?? '')
  expect(json).toMatchObject({ quarantined: 3, failing: [{ gtin, language: 'de-de', count: 5 }, {}, {}] })

  expect(await lines(env, 'retry', gtin, 'en-gb')).toEqual({
    code: 0,
    said: [`${gtin}/en-gb left quarantine; the next run fetches it.`],
  })
  expect(await lines(env, 'retry', gtin, 'en-gb')).toEqual({
    code: 0,
    said: [
      `No such record of product ${gtin} is in quarantine. To list failing records: product-mirror status --failing`,
    ],
  })
  expect(await lines(env, 'retry')).toEqual({
    code: 0,
    said: ['2 records left quarantine; the next run fetches them.', `  ${gtin}/de-de`, `  ${gtin}/fr-fr`],
  })
})

it.for<[string, string, RegExp]>([
  ['123', 'de-de', /"123" is not a GTIN-13/],
  [gtin, 'D1', /"D1" is not a language code/],
])('retry %s %s is refused, with the allowed arguments', async ([wrong, language, said], { env }) => {
  const answer = await lines(env, 'retry', wrong, language)
  expect(answer.code).toBe(7)
  expect(answer.said.join('')).toMatch(said)
})
