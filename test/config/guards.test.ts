import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparedSettings } from '../../config/compared-settings.ts'
import { readConfig } from '../../config/daemon.ts'
import { columnFaults, readGuards, toGuards } from '../../config/guards/read-guards.ts'
import { toValueRules } from '../../src/core/plan/value-rules.ts'
import { least } from './environment.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guards-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function save(content: string): Promise<string> {
  const file = join(folder, 'guards.yaml')
  await writeFile(file, content)
  return file
}

test('the example has the default rules', () => {
  const { guards, faults } = readGuards('examples/guards/guards.yaml')
  expect(faults).toEqual([])
  expect(toValueRules(guards)).toEqual(toValueRules())
})

test('each rule has a name with its unit, and off removes a default', async () => {
  const file = await save(
    'all: { max_emptied_percent: off, max_changed_percent: 12.5 }\nfields:\n  price: { max_drop_percent: 10, max_rise_percent: 500, min: 0.5, max: 900, max_outliers_percent: 1 }\n  name: { may_become_empty: false }\n',
  )
  expect(readGuards(file)).toEqual({
    faults: [],
    guards: {
      all: { maxEmptied: 'off', maxChanged: 12.5 },
      fields: {
        price: { maxDrop: 10, maxRise: 500, min: 0.5, max: 900, maxOutliers: 1 },
        name: { mayBecomeEmpty: false },
      },
    },
  })
})

describe('rules of a column of the catalogue', () => {
  test('are read like those of a field', () => {
    expect(toGuards({ fields: { 'catalog. preis ': { max_drop_percent: 30 } } })).toEqual({
      guards: { fields: { 'catalog.preis': { maxDrop: 30 } } },
      faults: [],
    })
    expect(toGuards({ fields: { 'catalog. ': {} } }).faults).toEqual([
      'fields.catalog. names no column. Name one of MAP, such as catalog.category.',
    ])
    expect(toGuards({ fields: { 'catalog.preis': { min: 'low' } } }).faults).toEqual([
      'fields.catalog.preis.min is "low". Allowed: a number, or off.',
    ])
  })

  test('require that MAP or FAMILY_BY names the column', () => {
    const guards = { fields: { price: {}, 'catalog.prise': {}, 'catalog.preis': {} } }
    const neither = 'fields.catalog.prise is a column that neither MAP nor FAMILY_BY names.'
    expect(columnFaults(guards, ['preis', 'category'])).toEqual([`${neither} Did you mean catalog.preis?`])
    expect(columnFaults({ fields: { 'catalog.prise': {} } }, ['rank', 'line'])).toEqual([
      `${neither} Allowed: catalog.rank, catalog.line.`,
    ])
    expect(columnFaults({ fields: { 'catalog.prise': {} } }, [])).toEqual([
      `${neither} They name none: add the column to MAP.`,
    ])
    expect(columnFaults({}, [])).toEqual([])
  })

  test('are checked at the start, unless the map has a mistake', async () => {
    const GUARDS = await save('fields: { catalog.prise: { max_drop_percent: 30 } }\n')
    const good = join(folder, 'map.yaml')
    await writeFile(good, 'fields: { meta.price: { from: catalog.preis } }\n')
    expect(() => readConfig({ ...least, GUARDS, MAP: good })).toThrow(
      `GUARDS: ${GUARDS}: fields.catalog.prise is a column that neither MAP nor FAMILY_BY names. Did you mean catalog.preis?`,
    )
    const bad = join(folder, 'bad.yaml')
    await writeFile(bad, 'fields: { meta.price: { frm: catalog.preis } }\n')
    expect(() => readConfig({ ...least, GUARDS, MAP: bad })).not.toThrow(/FAMILY_BY names/)
  })
})

test('an empty file leaves the defaults', () => {
  expect(toGuards(null)).toEqual({ guards: { fields: {} }, faults: [] })
})

describe('a mistake is named with its place and the remedy:', () => {
  test.each<[unknown, string]>([
    [['price'], 'the file is a list. Allowed: all, fields.'],
    [{ filds: {} }, 'filds is not a known key. Did you mean fields?'],
    [{ rules: {} }, 'rules is not a known key. Allowed: all, fields.'],
    [{ fields: 'price' }, 'fields is "price". Allowed: rules by field, such as price.'],
    [{ fields: { prise: {} } }, 'fields.prise is not a field with rules. Did you mean price?'],
    [{ fields: { price: 50 } }, 'fields.price is 50. Allowed: max_drop_percent, '],
    [
      { fields: { price: { max_dorp_percent: 50 } } },
      'fields.price.max_dorp_percent is not a known key. Did you mean max_drop_percent?',
    ],
    [
      { fields: { price: { max_drop_percent: 'fifty' } } },
      'fields.price.max_drop_percent is "fifty". Allowed: a number from 0 to 100, or off.',
    ],
    [
      { all: { max_emptied_percent: 101 } },
      'all.max_emptied_percent is 101. Allowed: a number from 0 to 100, or off.',
    ],
    [{ all: { min: {} } }, 'all.min is an object. Allowed: a number, or off.'],
    [
      { fields: { name: { may_become_empty: 'no' } } },
      'fields.name.may_become_empty is "no". Allowed: true or false.',
    ],
    [
      { fields: { intro: { max_drop_percent: 5 } } },
      'fields.intro.max_drop_percent is a rule for numbers. Allowed for: price, length,',
    ],
    [
      { fields: { price: { min: 10, max: 5 } } },
      'fields.price.min is 10, which is above max (5). Swap them.',
    ],
  ])('%j', (value, fault) => {
    const { faults, guards } = toGuards(value)
    expect(guards).toBeUndefined()
    expect(faults).toEqual([expect.stringContaining(fault)])
  })

  test('fields.gtin, which has no rules', () => {
    expect(toGuards({ fields: { gtin: {} } }).faults).toEqual([
      expect.stringMatching(/^fields\.gtin is not a field with rules\. Allowed: name, availability, /),
    ])
  })

  test('all of them at once, with the name of the file', async () => {
    const file = await save('fields: { prise: {} }\nal: {}\n')
    expect(readGuards(file).faults).toEqual([
      `GUARDS: ${file}: al is not a known key. Did you mean all?`,
      `GUARDS: ${file}: fields.prise is not a field with rules. Did you mean price?`,
    ])
  })
})

test('the configuration reports a file that cannot be read, and the secret form of the variable', () => {
  expect(() => readConfig({ ...least, GUARDS: join(folder, 'missing.yaml') })).toThrow(
    /GUARDS: .*missing\.yaml: cannot be read: ENOENT/,
  )
  expect(() => readConfig({ ...least, GUARDS_FILE: 'guards.yaml' })).toThrow(/Set GUARDS instead/)
})

test('processes with other rules are recognized', async () => {
  const settingOf = (GUARDS: string) => comparedSettings(readConfig({ ...least, GUARDS })).policy['GUARDS']
  const file = await save('all: { max_emptied_percent: 10 }\n')
  expect(settingOf(file)).toBe('{"all":{"maxEmptied":10},"fields":{}}')
})
