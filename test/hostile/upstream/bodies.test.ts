import { expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { countAttacks } from '../helpers/attacks.ts'
import { isRecord, openAttacker, type Attack } from './attacker.ts'

const it = withOwnWorld({ gtins: 12, languages: ['de-de'] })

type Spoil = [reason: string, spoil: (json: string) => string | Buffer]

const spoils: Spoil[] = [
  ['has the field "price" twice', (json) => json.replace('{', '{"price":"1",')],
  [
    'has a number of more than 100 characters in "weight"',
    (json) => json.replace('{', `{"weight":${'9'.repeat(1e6)},`),
  ],
  ['has half a character', (json) => json.replace('"name":"', String.raw`"name":"\ud83d`)],
  ['is larger than the limit of 4 MiB', (json) => json + ' '.repeat(5 * 1024 * 1024)],
  ['which is not JSON', (json) => `<br />\n<b>Notice</b>: x in <b>a.php</b><br />\n${json}`],
  ['which is not JSON', (json) => json.slice(0, -1)],
]

it('a record with an invalid body fails with its reason, and the others are mirrored', async ({
  world,
  task,
}) => {
  countAttacks({ task }, 'bodies of records', spoils.length)
  const attack: Attack = {
    change(url, reply) {
      const index = world.gtins.findIndex((gtin) => isRecord(url, gtin, 'de-de'))
      // One letter in another encoding must not fail a record.
      if (index === spoils.length) return { ...reply, body: latin1In(reply.body.toString(), '"name":"') }
      const spoil = spoils[index]?.[1]
      return spoil && { ...reply, body: Buffer.from(spoil(reply.body.toString())) }
    },
  }
  const attacker = await openAttacker(world.mock.partnerBaseUrl, attack)
  try {
    const env = { PARTNER_BASE_URL: attacker.origin }
    const { code } = await world.runWith(env, 'sync', '--json')
    expect(code).toBe(3)
    const failing = (await world.runWith(env, 'status', '--failing')).stdout
    for (const [reason] of spoils) expect(failing).toContain(reason)
    const pages = await world.recordPages()
    const mirrored = world.gtins.slice(spoils.length).map((gtin) => `gtin-${gtin}-de-de`)
    expect(pages.map(({ slug }) => slug).sort()).toEqual(mirrored.toSorted())
    const title = pages.find(({ slug }) => slug === mirrored[0])?.title
    expect(JSON.stringify(title)).toContain('ü')
  } finally {
    await attacker.close()
  }
})

it('a CMS that prints a notice before its JSON is mirrored to, and doctor quotes the notice', async ({
  world,
  task,
}) => {
  countAttacks({ task }, 'notices before JSON', 2)
  const notice =
    '<br />\n<b>Notice</b>:  Undefined $x in <b>/srv/wp-content/plugins/shop/shop.php</b> on line <b>12</b><br />\n'
  let type: string | undefined
  const attack: Attack = {
    change: (_, { status, headers, body }) => ({
      status: type === undefined ? status : 200,
      headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
      body: Buffer.concat([Buffer.from(notice), body]),
    }),
  }
  const attacker = await openAttacker(world.mock.cmsRoot, attack)
  try {
    const env = { CMS_API_ROOT: attacker.origin + new URL(world.mock.cmsRoot).pathname }
    const { code } = await world.runWith(env, 'sync', '--json')
    expect(code).toBe(0)
    expect(await world.recordPages()).toHaveLength(12)
    const doctor = await world.runWith(env, 'doctor')
    expect(doctor).toMatchObject({ code: 0 })
    expect(doctor.stdout).toContain('CMS replies')
    expect(doctor.stdout).toContain('plugins/shop/shop.php on line 12')
    // Without its headers, no response of the CMS can be trusted.
    type = 'text/html'
    const lost = await world.runWith(env, 'doctor')
    expect(lost.code).toBe(6)
    expect(lost.stdout).toContain('plugins/shop/shop.php on line 12')
    const before = await world.recordPages()
    expect((await world.runWith(env, 'sync', '--json')).code).toBe(6)
    expect(await world.recordPages()).toEqual(before)
  } finally {
    await attacker.close()
  }
})

/** Inserts a Latin-1 letter after a part of the text. */
function latin1In(json: string, part: string): Buffer {
  const at = json.indexOf(part) + part.length
  return Buffer.concat([Buffer.from(json.slice(0, at)), Buffer.from([0xfc]), Buffer.from(json.slice(at))])
}
