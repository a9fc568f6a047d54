import { beforeAll, afterAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../helpers/world/mirror-world.ts'
import { hasTerminals, runOnTerminal } from '../../helpers/world/cli.ts'
import { activeCharacters, hostileTexts } from '../../helpers/content/hostile-texts.ts'
import { countAttacks } from '../helpers/attacks.ts'

/** Strings that a record may contain. A record with a string that JSON cannot represent is rejected. */
const texts = hostileTexts.filter((text) => text.isWellFormed())

let world: World

beforeAll(async () => {
  world = await openWorld({ gtins: texts.length, languages: ['de-de'] })
  await world.run('sync')
  for (const [index, gtin] of world.gtins.entries()) {
    const text = texts[index] ?? ''
    // Every tenth record is invalid, and the reason quotes its value.
    const fields =
      index % 10 === 9 ? { name: text, length: text } : { name: `Bohrer ${text}`, description: text }
    await world.mock.patchProduct(gtin, 'de-de', fields)
  }
}, 300_000)

afterAll(() => world.close())

const read = [
  ['plan'],
  ['plan', '--json'],
  ['plan', '--markdown'],
  ['sync', '--verbose', '--approve'],
  ['status'],
  ['status', '--json'],
  ['status', '--failing'],
  ['status', '--check'],
  ['decisions'],
]

test('no command prints a control character of a record', async (context) => {
  const each = world.gtins.slice(0, 16).flatMap((gtin) => [
    ['preview', gtin, 'de-de'],
    ['history', gtin],
  ])
  const found: string[] = []
  for (const args of [...read, ...each]) {
    const { stdout, stderr } = await world.run(...args)
    const at = activeCharacters.exec(stdout + stderr)
    if (at)
      found.push(
        `${args.join(' ')}: ${JSON.stringify((stdout + stderr).slice(Math.max(0, at.index - 40), at.index + 40))}`,
      )
    if (args.includes('--json')) JSON.parse(stdout)
  }
  countAttacks(context, 'commands about hostile records', read.length + each.length)
  expect(found).toEqual([])
})

test.runIf(hasTerminals)(
  'on a terminal, our own colours and cursor moves are the only control characters',
  async (context) => {
    const env = { ...world.env, PAGER: 'cat', LOG_LEVEL: 'trace' }
    const found: string[] = []
    for (const args of [
      ['plan', '--verbose'],
      ['sync', '--verbose', '--rewrite', '--approve'],
      ['preview', world.gtins[0] ?? '', 'de-de', '--markup'],
    ]) {
      const { screen } = await runOnTerminal(args, env, '')
      const foreign = screen.replaceAll(/\u001b\[(?:9\d|[1-3]?\d)m|\u001b\[(?:J|2K)|\r/g, '')
      const at = activeCharacters.exec(foreign)
      if (at)
        found.push(
          `${args.join(' ')}: ${JSON.stringify(foreign.slice(Math.max(0, at.index - 60), at.index + 40))}`,
        )
      found.push(
        ...screen.split('\n').filter((line) => /^(?:\r|\u001b\[2K)*(?:\{"level":50|\[12:00)/.test(line)),
      )
      expect(screen).not.toContain('\u001b[8m')
    }
    countAttacks(context, 'terminals shown hostile records', 3)
    expect(found).toEqual([])
  },
)
