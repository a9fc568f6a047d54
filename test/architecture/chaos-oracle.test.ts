import { describe, expect, test } from 'vitest'
import type { Done } from '../chaos/actors/editors.ts'
import type { PageRow } from '../chaos/actors/pages.ts'
import { checkNight } from '../chaos/oracle/check-outcomes.ts'
import { checkHidden, checkOwn } from '../chaos/oracle/check-people.ts'
import { applyEdit } from '../chaos/oracle/apply-edit.ts'
import { checkPage } from '../chaos/oracle/check-page.ts'
import { nothingYet, type Expected } from '../chaos/oracle/expectation.ts'
import { advance } from '../chaos/oracle/expected.ts'

const page: PageRow = {
  id: 7,
  slug: 'gtin-1-de',
  status: 'publish',
  parent: 0,
  title: 'One',
  excerpt: '',
  content: '',
  featuredMedia: 0,
  modified: '2026-11-27T10:00:00',
  link: 'http://localhost/gtin-1-de/',
}
const place = { product: 0, language: 0, mark: 'm1' }
const known = { phase: 1, record: '1/de', when: 'before' } as const

describe('the first night', () => {
  const outcomes = [{ gtin: '1', language: 'de', result: 'retired' }]

  test('may retire a record that earlier nights missed and that a person releases', () => {
    expect(checkNight({ id: 'r' }, outcomes, new Set(['1/de']))).toEqual([])
  })

  test('may not retire another record', () => {
    expect(checkNight({ id: 'r' }, outcomes, new Set(['2/de']))).toHaveLength(1)
  })
})

describe('a hidden page', () => {
  const hide = (from: string): Done => ({
    ...known,
    action: { ...place, do: 'set-status', status: 'draft' },
    before: { ...page, status: from },
    after: { ...page, status: 'draft' },
  })

  test('must not be public again', () => {
    expect(checkHidden([hide('publish')], [page])).toHaveLength(1)
  })

  test('may be public again if it was a draft when the editor saved it as one', () => {
    expect(checkHidden([hide('draft')], [page])).toEqual([])
  })
})

describe('a page of an editor', () => {
  const made: Done = { ...known, action: { ...place, do: 'foreign' }, made: page }
  const taken = { ...page, title: 'Mine' }
  const takeOver: Done = { ...known, action: { ...place, do: 'take-over' }, made: taken }
  const own = new Set([page.id])
  const now = (row: PageRow) => ({ pages: [row], expectations: new Map<string, Expected>() })

  test('that was adopted and taken over stays as it was when it was taken over', () => {
    expect(checkOwn([made, takeOver], own, now(taken))).toEqual([])
    expect(checkOwn([made, takeOver], own, now(page))).toHaveLength(1)
  })

  test('stays as it was made', () => {
    expect(checkOwn([made], own, now(taken))).toHaveLength(1)
  })
})

describe('a page that a person deleted', () => {
  const product = { name: 'One' }
  const before: Expected = { ...nothingYet(), page: 'deleted', version: product, files: { file: ['old'] } }
  const policy = { retireTo: 'draft', misses: 1, onEdit: 'keep', guards: 'open' } as const
  const pageAfter = (sha256: string, isThere: boolean) =>
    advance(before, [], { product, files: { file: sha256 } }, { policy, isThere }).page

  test('is there again once a file of it has changed and was requested', () => {
    expect(pageAfter('new', true)).toBe('alive')
    expect(pageAfter('new', false)).toBe('deleted')
  })

  test('is not expected without a change', () => {
    expect(pageAfter('old', true)).toBe('deleted')
  })
})

describe('a block that an editor unlocked and styled', () => {
  const opening =
    '<!-- wp:group {"className":"product-mirror gtin-4026639012345 lang-de-de","templateLock":"all"} --><div class="wp-block-group">'
  const content = `${opening}<p>One</p></div><!-- /wp:group -->`
  const unlocked = content.replace(',"templateLock":"all"', '')
  const unlock: Done = {
    ...known,
    action: { ...place, do: 'unlock-group' },
    before: { ...page, content },
    after: { ...page, content: unlocked },
  }
  const style: Done = { ...known, action: { ...place, do: 'style-inside' } }
  const remove: Done = {
    ...known,
    action: { ...place, do: 'remove-block' },
    before: { ...page, content: unlocked },
    after: { ...page, content: '<p>Mine</p>' },
  }
  const around = {
    slug: page.slug,
    parent: page.parent,
    mediaOf: () => undefined,
    isDeleted: () => false,
    wasDeleted: () => false,
  }

  function faultsOf(actions: readonly Done[], now: string): string[] {
    const expected: Expected = { ...nothingYet(), page: 'alive', statuses: ['publish'] }
    for (const done of actions) applyEdit(expected, done)
    // A write for links with `ON_EDIT=overwrite` may have added the block again.
    expected.either = ['whole']
    return checkPage(expected, { ...page, content: now }, around)
  }

  test('stays so', () => {
    expect(faultsOf([unlock], unlocked)).toEqual([])
    expect(faultsOf([unlock], content)).toHaveLength(1)
    expect(faultsOf([style], unlocked)).toHaveLength(1)
  })

  test('is a new one if it was taken out and an overwriting write adds it again', () => {
    expect(faultsOf([unlock, style, remove], `<p>Mine</p>${content}`)).toEqual([])
  })
})
