import { expect, test } from 'vitest'
import { countAttacks } from '../helpers/attacks.ts'
import { startHostilePartner } from './hostile-partner.ts'
import { mirrorHostile } from './hostile-run.ts'

const spanned = '<td colspan="20" rowspan="20">x</td>'
const deepList = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
const shallowList = `${'['.repeat(40)}${']'.repeat(40)}`
const shallowObject = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
const deepObject = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
const least = '"gtin":"GTIN","language":"de-de","name":"x"'

/** Each body, with the expected reason of its record. */
const faulty: readonly [body: Record<string, unknown> | string, said: string][] = [
  ...[
    'price',
    'weight',
    'intro',
    'application',
    'image',
    'folded',
    'availability',
    'attributes',
    'materials',
  ].flatMap((field): [string, string][] => [
    ...(field === 'attributes' || field === 'materials'
      ? []
      : [[`{${least},"${field}":${deepList}}`, 'nested deeper than 50 levels'] as [string, string]]),
    [`{${least},"${field}":${deepObject}}`, 'nested deeper than 50 levels'],
  ]),
  [`{${least},"attributes":[{"name":${deepList}}]}`, 'nested deeper than 50 levels'],
  [`{${least},"colour":${deepList}}`, 'nested deeper than 50 levels in "colour"'],
  [`{${least},"erp_description":"\\ud800"}`, 'half a character'],
  [{ name: 'x'.repeat(100_000) }, 'name is "xxx'],
  [{ application: `<table>${`<tr>${spanned.repeat(60)}</tr>`.repeat(100)}</table>` }, '20000 cells'],
  [
    { application: `<table><tr>${spanned.repeat(300)}</tr>${'<tr><td>x'.repeat(100)}</table>` },
    '20000 cells',
  ],
  [{ application: `<table>${'<tr><td>x'.repeat(30_000)}</table>` }, 'more than 20000 elements'],
  [{ application: `<table>${'<tr><td>x'.repeat(6_000)}</table>` }, 'more than 5000 rows'],
  [{ application: '<b>'.repeat(90_000) }, '500 deep'],
  [{ advantages: '<ul><li>'.repeat(30_000) }, '500 deep'],
  [{ substrate: '<h1>x</h1>'.repeat(19_000) }, 'at most 2000000 are allowed'],
]

/** Unusual bodies that are still products. */
const odd: readonly (Record<string, unknown> | string)[] = [
  { price: `0.${'0'.repeat(40_000)}1` },
  { price: `0.${'0'.repeat(1_000_000)}1` },
  { price: ' '.repeat(40_000) },
  { intro: '['.repeat(3_900_000) },
  { application: '['.repeat(3_900_000) },
  { image: `/${'a'.repeat(1_000_000)}` },
  { attributes: Array.from({ length: 100_000 }, () => 0) },
  { application: '<b>'.repeat(500_000) },
  { advantages: '<ul><li>'.repeat(300_000) },
  {},
  ...[
    'price',
    'weight',
    'intro',
    'application',
    'image',
    'folded',
    'availability',
    'attributes',
    'materials',
  ].map((field) => `{${least},"${field}":${shallowObject}}`),
  `{${least},"attributes":[{"name":${shallowList}}]}`,
  { weight: '1e999' },
  { intro: '['.repeat(40_000) },
  { intro: ' \n'.repeat(20_000) + 'x' },
  { application: '['.repeat(40_000) },
  { application: '<'.repeat(40_000) },
  { application: `x${' '.repeat(40_000)}x` },
  { application: '<p>x'.repeat(5_000) },
  { application: '<b>x'.repeat(400) },
  { application: `<table>${'<tr><td>x<td>y'.repeat(1_000)}</table>` },
  `{${least},"colour":${shallowList},"\u202e":1,"constructor":null,"toString":"x"}`,
  { name: '[gallery]', intro: 'https://127.0.0.1/', erp_description: '\u0000\u001b[2J' },
]

test('a hostile body fails only its own record, with the cause, and the run ends', async (context) => {
  const partner = await startHostilePartner([...odd, ...faulty.map(([body]) => body)])
  context.onTestFinished(() => partner.close())
  const { run, failed, world } = await mirrorHostile(partner, 'partial')
  const [fine, bad] = [partner.gtins.slice(0, odd.length), partner.gtins.slice(odd.length)]
  const missing = bad.flatMap((gtin, at) => {
    const said = faulty[at]?.[1] ?? ''
    return failed.get(gtin)?.includes(said) === true ? [] : [`${said}: ${failed.get(gtin)?.slice(0, 200)}`]
  })
  expect(missing).toEqual([])
  expect([...failed.keys()].sort()).toEqual(bad.toSorted())
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(fine.map((gtin) => `gtin-${gtin}-de-de`).sort())
  expect(run.unknownFields).toEqual(['(not printable)', 'colour', 'constructor', 'toString'])
  countAttacks(context, 'product bodies', odd.length + faulty.length)
})
