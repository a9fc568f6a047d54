import { describe, expect, test } from 'vitest'
import { matchUnits } from '../../../src/core/merge/match-units.ts'
import { elementTree } from '../../../src/core/markup/element-tree.ts'
import { leaf, unitsOf } from '../../../src/core/markup/units.ts'
import { factsOf, readingOf, sameFacts, sameText } from '../../../src/core/markup/visible-content.ts'

const deep = (depth: number, text: string): string => '<b>'.repeat(depth) + text + '</b>'.repeat(depth)
const groups = (depth: number): string =>
  '<!-- wp:group -->'.repeat(depth) + '<p>x</p>' + '<!-- /wp:group -->'.repeat(depth)

describe('markup that is nested deeper than on any page', () => {
  test('is compared as it is spelled from there on', () => {
    expect(factsOf(deep(1_000, 'a')).filter(({ kind }) => kind === 'text')).toEqual([
      { kind: 'text', value: 'a' },
    ])
    expect(factsOf(deep(5_000, 'a')).at(-1)).toEqual({
      kind: 'text',
      value: deep(5_000, 'a').slice(3 * 1_001),
    })
    expect(sameFacts(deep(5_000, 'a'), deep(5_000, 'a'))).toBe(true)
    expect(sameFacts(deep(5_000, 'a'), deep(5_000, 'b'))).toBe(false)
    expect(sameFacts(`<p>x</p>${deep(5_000, 'a')}`, `<p class="y">x</p>${deep(5_000, 'a')}`)).toBe(true)
  })

  test('is compared as it is spelled from there on, even in titles', () => {
    expect(sameText(deep(5_000, 'a'), deep(5_000, 'b'))).toBe(false)
    expect(readingOf(deep(5_000, 'a')).endsWith(`a${'</b>'.repeat(5_000)}`)).toBe(true)
  })

  test('is not divided into units', () => {
    expect(unitsOf(groups(100))).toHaveLength(1)
    expect(unitsOf(groups(101))).toBeUndefined()
    expect(elementTree(deep(100, 'a'))).toHaveLength(1)
    expect(elementTree(deep(101, 'a'))).toBeUndefined()
    expect(unitsOf(deep(101, 'a'))).toMatchObject([{ kind: 'markup' }])
  })
})

test('versions with thousands of changes are matched by equal content, not by order', () => {
  const unit = (text: string) => leaf('core/paragraph', `<p>${text}</p>`)
  const base = Array.from({ length: 3_000 }, (_, at) => unit(`old ${at}`))
  const kept = unit('kept')
  const side = [...Array.from({ length: 3_000 }, (_, at) => unit(`new ${at}`)), kept]
  const same = unit('kept')
  expect(matchUnits({ base: [...base, same], side }).get(same)).toBe(kept)
})
