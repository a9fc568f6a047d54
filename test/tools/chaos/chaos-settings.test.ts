import { describe, expect, test } from 'vitest'
import type { Done } from '../../../tools/chaos/actors/editors.ts'
import type { PageRow } from '../../../tools/chaos/actors/pages.ts'
import { applyEdit } from '../../../tools/chaos/oracle/apply-edit.ts'
import {
  checkListings,
  checkSizes,
  checkSuccessors,
  checkWaiting,
} from '../../../tools/chaos/oracle/check-settings.ts'
import { nothingYet, type Expected } from '../../../tools/chaos/oracle/expectation.ts'
import { advance, forget } from '../../../tools/chaos/oracle/expected.ts'
import type { Product } from '../../../tools/chaos/oracle/versions.ts'
import { drawSchedule } from '../../../tools/chaos/story/draw.ts'
import { page } from './page-row.ts'

const policy = {
  retireTo: 'notice',
  misses: 1,
  onEdit: 'keep',
  guards: 'open',
  publishIf: 'price',
  familyBy: 'erp_id',
} as const
const said = (product: Product) => ({ product, files: {} })
const incomplete = said({ name: 'One', price: null })
const complete = said({ name: 'One', price: 12.5 })
const created = advance(nothingYet(), [], incomplete, policy)

function edited(before: Expected, done: Done): Expected {
  const now = structuredClone(before)
  applyEdit(now, done)
  return now
}

const known = { phase: 1, record: '1/de', when: 'before' } as const
const place = { product: 0, language: 0, mark: 'm1' }

function setStatus(status: 'draft' | 'pending' | 'private'): Done {
  return {
    ...known,
    action: { ...place, do: 'set-status', status },
    before: { ...page, status: 'draft' },
    after: { ...page, status },
  }
}

describe('a page whose product lacks a required field', () => {
  test('is a draft until the field arrives', () => {
    expect(created).toMatchObject({ statuses: ['draft'], waits: 'yes' })
    expect(advance(created, [], incomplete, policy)).toMatchObject({ statuses: ['draft'], waits: 'yes' })
    expect(advance(created, [], complete, policy)).toMatchObject({ statuses: ['publish'], waits: 'no' })
  })

  test('stays public once it is', () => {
    const shown = advance(nothingYet(), [], complete, policy)
    expect(advance(shown, [], incomplete, policy)).toMatchObject({ statuses: ['publish'], waits: 'no' })
  })

  test('is published after an editor saved it as a draft, and not after another status', () => {
    const saved = edited(created, setStatus('draft'))
    expect(advance(saved, [], complete, policy).statuses).toEqual(['publish'])
    const hidden = edited(created, setStatus('pending'))
    expect(advance(hidden, [], complete, policy)).toMatchObject({ statuses: ['pending'], waits: 'no' })
  })

  test('stays a draft after an editor hid it for a time, unless its product was gone', () => {
    const action = { ...place, do: 'hide-for-a-time' } as const
    const draft = { ...page, status: 'draft' }
    const hide = (before: Expected) => edited(before, { ...known, action, before: draft, after: draft })
    expect(advance(hide(created), [], complete, policy)).toMatchObject({ statuses: ['draft'], waits: 'no' })
    const gone = advance(created, [], undefined, policy)
    expect(advance(hide(gone), [], complete, policy).statuses).toContain('publish')
  })

  test('is retired as a draft without a notice, and needs the field when its product returns', () => {
    const gone = advance(created, [], undefined, policy)
    expect(gone).toMatchObject({ statuses: ['draft'], retired: 'draft' })
    expect(advance(gone, [], incomplete, policy)).toMatchObject({ statuses: ['draft'], waits: 'yes' })
    expect(advance(gone, [], complete, policy)).toMatchObject({ statuses: ['publish'], waits: 'no' })
  })

  test('may stay a draft if Redis was lost', () => {
    const lost = forget(created, policy)
    expect(advance(lost, [], complete, policy).statuses).toEqual(['publish', 'draft'])
  })

  test('must not be public', () => {
    const check = (status: string): string[] =>
      checkWaiting(new Map([['1/de', created]]), new Map([['1/de', { ...page, status }]]))
    expect(check('draft')).toEqual([])
    expect(check('publish')).toHaveLength(1)
  })
})

const alive = (version: Product): Expected => ({
  ...nothingYet(),
  page: 'alive',
  statuses: ['publish'],
  version,
})
const linkOf = (gtin: string): string => `http://localhost/${gtin}/`

function rowOf(gtin: string, inner: string): PageRow {
  const block = `product-mirror gtin-${gtin} lang-de`
  const content = `<!-- wp:group {"className":"${block}"} --><div class="wp-block-group ${block}">${inner}</div><!-- /wp:group -->`
  return { ...page, slug: gtin, link: linkOf(gtin), content }
}

describe('the other sizes of a product', () => {
  const sizes = (...gtins: string[]): string =>
    gtins
      .map((gtin) => `<div class="wp-block-button mirror-size"><a href="${linkOf(gtin)}">S</a></div>`)
      .join('')
  const expectations = new Map([
    ['1/de', alive({ erp_id: 'a' })],
    ['2/de', alive({ erp_id: 'a' })],
    ['3/de', alive({ erp_id: 'b' })],
  ])
  const check = (inner: string, status = 'publish'): string[] =>
    checkSizes(
      expectations,
      new Map([
        ['1/de', rowOf('1', inner)],
        ['2/de', { ...rowOf('2', sizes('1')), status }],
        ['3/de', rowOf('3', '')],
      ]),
      'erp_id',
    )

  test('are linked if they are public', () => {
    expect(check(sizes('2'))).toEqual([])
    expect(check('')).toEqual(['1/de: does not link 2/de as another size'])
    expect(check(sizes('2'), 'draft')).toEqual([
      '1/de: links 2/de as another size, which is none or not public',
    ])
  })

  test('are not products of another family', () => {
    expect(check(sizes('2', '3'))).toEqual(['1/de: links 3/de as another size, which is none or not public'])
  })
})

describe('a listing with groups', () => {
  const expectations = new Map([
    ['1/de', alive({ name: 'One' })],
    ['2/de', alive({ name: 'Two' })],
    ['3/de', alive({ name: 'Three' })],
  ])
  const groups = new Map([
    ['1/de', 'Tapes > Roof'],
    ['2/de', 'Foils & films'],
    ['3/de', ''],
  ])
  const pages = new Map(['1', '2', '3'].map((gtin) => [`${gtin}/de`, rowOf(gtin, '')]))
  const entry = (gtin: string): string => `<p><a href="${linkOf(gtin)}">Name</a></p>`
  const part = (title: string, ...gtins: string[]): string =>
    `<h2 class="wp-block-heading" id="x">${title}</h2>${gtins.map(entry).join('')}`
  const check = (content: string): string[] =>
    checkListings(expectations, pages, {
      listings: new Map([['de', { ...page, content }]]),
      groupOf: (record) => groups.get(record) ?? '',
    })

  test('has each product below its heading, and those without a group last', () => {
    const right = part('Foils &amp; films', '2') + part('Tapes › Roof', '1') + part('Other products', '3')
    expect(check(right)).toEqual([])
    const wrong = part('Foils &amp; films', '1', '2') + part('Other products', '3')
    expect(check(wrong)).toEqual(['listing de: has 1/de below “Foils&films”, not “Tapes›Roof”'])
  })

  test('has no product missing or twice', () => {
    const others = part('Tapes › Roof', '1') + part('Other products', '3')
    expect(check(others)).toEqual(['listing de: has 2/de in 0 groups'])
    expect(check(part('Foils &amp; films', '2') + part('Other', '2') + others)).toEqual([
      'listing de: has 2/de in 2 groups',
    ])
  })

  test('has headings if there are several groups', () => {
    expect(check(entry('1') + entry('2') + entry('3'))).toHaveLength(1)
  })
})

describe('a notice', () => {
  const retired = (version: Product): Expected => ({ ...alive(version), retired: 'notice' })
  const cells = new Map([
    [0, '2'],
    [1, '3'],
    [2, ''],
  ])
  const partner = {
    products: () => [0, 1, 2],
    gtinOf: (product: number) => String(product + 1),
    cellOf: (product: number) => cells.get(product) ?? '',
  }
  const notice = (link: string): string => `<p class="mirror-notice">Gone. ${link}</p>`
  const check = (second: Expected, inner: string, status = 'publish'): string[] =>
    checkSuccessors(
      new Map([
        ['1/de', retired({ name: 'One' })],
        ['2/de', second],
        ['3/de', alive({ name: 'Three' })],
      ]),
      new Map([
        ['1/de', rowOf('1', inner)],
        ['2/de', { ...rowOf('2', notice(`<a href="${linkOf('3')}">`)), status }],
        ['3/de', rowOf('3', '')],
      ]),
      { partner, policy },
    )

  test('links the successor, or the next one if that is retired, too', () => {
    const [two, three] = [linkOf('2'), linkOf('3')].map((link) => notice(`<a href="${link}">Next</a>`))
    expect(check(alive({ name: 'Two' }), two ?? '')).toEqual([])
    expect(check(alive({ name: 'Two' }), three ?? '')).toHaveLength(1)
    expect(check(retired({ name: 'Two' }), three ?? '')).toEqual([])
    expect(check(retired({ name: 'Two' }), two ?? '')).toHaveLength(1)
  })

  test('links nothing that visitors cannot open', () => {
    expect(check(alive({ name: 'Two' }), notice(''), 'draft')).toEqual([])
    expect(check(alive({ name: 'Two' }), notice(''))).toHaveLength(1)
  })
})

test('the settings of schedules change nothing else, and the partner changes what they depend on', () => {
  const drawn = Array.from({ length: 40 }, (_, index) => drawSchedule(1, 1 + 4 * index))
  const changes = drawn.flatMap(({ phases }) =>
    phases.flatMap(({ partner }) => partner.map(({ do: what }) => what)),
  )
  for (const what of ['withhold', 'supply', 'join', 'categorize', 'succeed'] as const)
    expect(changes).toContain(what)
  const moves = drawn.filter(({ phases }) => {
    const { partner = [] } = phases.at(-1) ?? {}
    return partner.length === 1 && partner[0]?.do === 'categorize'
  })
  expect(moves.length).toBeGreaterThan(2)
  for (const { mapped, policy: drawnPolicy } of drawn)
    if (!mapped) expect(drawnPolicy.publishIf).toBeUndefined()
  for (const { phases } of [2, 6, 10].map((index) => drawSchedule(1, index)))
    for (const { partner } of phases) for (const { do: what } of partner) expect(what).not.toBe('withhold')
})
