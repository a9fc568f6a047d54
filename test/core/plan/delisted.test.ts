import { describe, expect, test } from 'vitest'
import { judgeListing, type Listing } from '../../../src/core/plan/delisted.ts'

const judged = (listing: Partial<Listing>) =>
  judgeListing({
    language: 'fr-fr',
    inCatalog: true,
    unreadable: 0,
    mirrored: ['de-de', 'fr-fr'],
    wanted: 'all',
    ...listing,
  })
const withoutFrench = { mirrored: ['de-de'] }
const gone = (isSure: boolean) => ({ reason: 'language no longer mirrored', isSure }) as const
const left = { reason: 'left the catalogue', isSure: false } as const

describe('a page', () => {
  test.each<[string, Partial<Listing>, ReturnType<typeof judgeListing>]>([
    ['that both lists have stays', {}, undefined],
    ['whose product left the catalogue needs more misses', { inCatalog: false }, left],
    ['whose product may be an unreadable entry stays', { inCatalog: false, unreadable: 1 }, 'hidden'],
    ['whose language the partner does not list needs more misses', withoutFrench, gone(false)],
    ['whose language LANGUAGES names stays', { ...withoutFrench, wanted: ['de-de', 'fr-fr'] }, undefined],
    ['whose language LANGUAGES does not name leaves', { ...withoutFrench, wanted: ['de-de'] }, gone(true)],
    [
      'leaves with its language, whatever the catalogue has',
      { ...withoutFrench, wanted: ['de-de'], inCatalog: false, unreadable: 1 },
      gone(true),
    ],
    ['whose product left the catalogue leaves for that reason', { ...withoutFrench, inCatalog: false }, left],
  ])('%s', (_what, listing, expected) => {
    expect(judged(listing)).toEqual(expected)
  })
})
