import { describe, expect, test } from 'vitest'
import { nothingYet, type Expected } from '../../../tools/chaos/oracle/expectation.ts'
import { relink } from '../../../tools/chaos/oracle/relink.ts'

describe('with ON_EDIT=overwrite, a page whose links change', () => {
  const other: Expected = { ...nothingYet(), page: 'alive', statuses: ['publish'] }
  const rest = { resynced: new Set<string>(), renamed: new Set<string>(), hasPlugin: false }
  const mayGo = (some: Partial<Expected>, next: Expected = { ...other, page: 'deleted' }, around = {}) => {
    const now: Expected = { ...other, ...some }
    const pages = (english: Expected) =>
      new Map([
        ['1/de', structuredClone(now)],
        ['1/en', structuredClone(english)],
      ])
    const after = pages(next)
    relink(pages(other), after, { ...rest, ...around })
    return after.get('1/de')?.either
  }
  const linked: Partial<Expected> = { words: { inner: 'Mine' }, contested: ['links'] }

  test('may lose the links and images of an editor', () => {
    expect(mayGo(linked)).toEqual(['inner'])
    expect(mayGo({ ...linked, contested: ['all'] })).toEqual(['inner'])
    expect(mayGo({ words: { image: 3 } })).toEqual(['image'])
  })

  test('may lose no other text of an editor, and stays without a block that an editor removed or emptied', () => {
    const words = { title: 'Mine', excerpt: 'Mine', inner: 'Mine' }
    expect(mayGo({ words, contested: ['intro'] })).toEqual([])
    expect(mayGo({ ...linked, words: { inner: '' } })).toEqual([])
    expect(mayGo({ words: { whole: '' } })).toEqual([])
  })

  test('may lose any part of the block that an editor changed, if a plug-in rewrites cells', () => {
    const words = { title: 'Mine', inner: 'Mine' }
    const hasPlugin = { hasPlugin: true }
    expect(mayGo({ words, contested: ['intro'] }, undefined, hasPlugin)).toEqual(['inner'])
    expect(mayGo({ ...linked, words: { inner: '' } }, undefined, hasPlugin)).toEqual([])
  })

  test('is one of a product whose page in another language moved, itself or with the page of that language', () => {
    expect(mayGo(linked, { ...other, words: { slug: 'moved' } })).toEqual(['inner'])
    expect(mayGo(linked, { ...other, words: { parent: 9 } })).toEqual(['inner'])
    expect(mayGo(linked, other, { renamed: new Set(['en']) })).toEqual(['inner'])
    expect(mayGo(linked, other, { renamed: new Set(['de']) })).toEqual([])
    expect(mayGo(linked, other)).toEqual([])
  })
})
