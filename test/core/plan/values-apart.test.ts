import { describe, expect, test } from 'vitest'
import { addChanges, countedChanges } from '../../../src/core/plan/values-apart.ts'
import { toValueRules } from '../../../src/core/plan/value-rules.ts'

const change = (before: string, after: string, field = 'intro') => ({ field, before, after })

describe('changes of several runs', () => {
  test('have the value before the first change and after the last one', () => {
    expect(addChanges([change('a', 'b')], [change('b', 'c'), change('', 'x', 'name')])).toEqual([
      change('a', 'c'),
      change('', 'x', 'name'),
    ])
  })

  test('that restore the first value are none, unless only its start is known', () => {
    expect(addChanges([change('a', '')], [change('', 'a')])).toEqual([])
    expect(addChanges([change('a…', 'b')], [change('b', 'a…')])).toEqual([change('a…', 'a…')])
    expect(addChanges([], [change('a…', 'a…')])).toEqual([change('a…', 'a…')])
  })
})

test('only changes that a rule counts are stored', () => {
  const all = [change('a', 'b'), change('a', ''), change('', 'a'), change('1', '2', 'price')]
  expect(countedChanges(toValueRules(), all)).toEqual([change('a', ''), change('', 'a')])
  const limited = toValueRules({ all: { maxEmptied: 'off' }, fields: { price: { maxChanged: 5 } } })
  expect(countedChanges(limited, [...all, change('a', '', 'catalog.unmapped')])).toEqual([
    change('1', '2', 'price'),
  ])
})
