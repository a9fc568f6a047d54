import { describe, expect, test } from 'vitest'
import { blockOf } from '../../../src/core/page/compose.ts'
import { factsDigest } from '../../../src/core/markup/visible-content.ts'
import type { Page } from '../../../src/core/record/page.ts'
import { planUndo, type Undo, type Undoable } from '../../../src/core/plan/undo.ts'
import { key, pageOf, productOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const runId = '2026-11-20-1'
const now = textsOf()
const before = textsOf({ title: 'Altes Band', inner: '<p>Alt.</p>' })
const old = { title: before.title, inner: before.inner }
const trashed = { status: 'trash', slug: 'gtin-4006381333931-de-de__trashed' } as const

const undoOf = (fields: Partial<Undoable>): Undo =>
  planUndo(key, {
    runId,
    did: 'updated',
    replaced: { did: 'updated', texts: old },
    page: pageOf(),
    snapshot: snapshotOf(),
    pageStatus: 'publish',
    begun: false,
    ...fields,
  })
const updated = (page: Page) => undoOf({ page })

describe('a page that the run created', () => {
  const created = (page: Page, fields: Partial<Undoable> = {}) =>
    undoOf({ did: 'created', replaced: undefined, page, ...fields })
  const same = {
    kind: 'revert',
    snapshot: snapshotOf(),
    fields: [],
    left: [],
    wanted: now,
    base: {},
    product: productOf(),
  }

  test('becomes a draft and counts as retired by us', () => {
    expect(created(pageOf())).toStrictEqual({
      ...same,
      page: pageOf(),
      write: { kind: 'update', id: 41, body: { status: 'draft' } },
      state: 'retired',
      retiredTo: 'draft',
      replaced: { did: 'retired', status: { before: 'publish', after: 'draft' } },
      reasons: [],
    })
  })

  test('that waits for fields stays a draft, as ours', () => {
    const page = pageOf(now, { status: 'draft' })
    for (const begun of [false, true])
      expect(created(page, { awaits: ['price'], begun })).toStrictEqual({
        ...same,
        page,
        state: 'retired',
        retiredTo: 'draft',
        replaced: { did: 'retired', awaits: ['price'] },
        reasons: [],
      })
  })

  test('that is a draft already stays one, as an editor’s decision', () => {
    const page = pageOf(now, { status: 'draft' })
    const rest = { ...same, page, state: 'retired' }
    expect(created(page)).toStrictEqual({
      ...rest,
      retiredTo: 'keep',
      replaced: { did: 'retired' },
      reasons: [{ code: 'undo-was-draft' }],
    })
    expect(created(page, { begun: true })).toStrictEqual({
      ...rest,
      retiredTo: 'draft',
      replaced: { did: 'retired', status: { before: 'publish', after: 'draft' } },
      reasons: [],
    })
  })
})

describe('content that the run wrote', () => {
  test('is replaced by the earlier content; other fields stay', () => {
    expect(updated(pageOf())).toStrictEqual({
      kind: 'revert',
      page: pageOf(),
      snapshot: snapshotOf(),
      write: { kind: 'update', id: 41, body: { title: before.title, content: blockOf(key, before) } },
      fields: ['title', 'inner'],
      left: [],
      wanted: { ...now, ...old },
      base: {},
      product: productOf(),
      state: 'mirrored',
      replaced: { did: 'updated', texts: { title: now.title, inner: now.inner } },
      reasons: [],
    })
  })

  test('includes the product that it shows, and the newer one is kept to undo the undo', () => {
    const product = productOf({ name: 'Altes Band' })
    expect(undoOf({ replaced: { did: 'updated', texts: old, product } })).toMatchObject({
      product,
      replaced: { did: 'updated', product: productOf() },
    })
  })

  test('does not include an earlier retirement of the page', () => {
    const undo = undoOf({ snapshot: snapshotOf(productOf(), { retiredTo: 'draft' }) })
    expect(undo).not.toHaveProperty('replaced.retiredTo')
  })

  test('includes the page’s earlier links, which stay if other fields are restored', () => {
    const snapshot = snapshotOf(undefined, { links: 'new' })
    const replaced = { did: 'updated', texts: old, links: 'old' } as const
    expect(undoOf({ snapshot, replaced })).toMatchObject({ links: 'old', replaced: { links: 'new' } })
    expect(undoOf({ snapshot })).not.toHaveProperty('links')
    const title = { did: 'updated', texts: { title: old.title } } as const
    expect(undoOf({ snapshot, replaced: title })).toMatchObject({ links: 'new' })
    expect(undoOf({ did: 'created', replaced: undefined, snapshot })).toMatchObject({ links: 'new' })
  })

  test('that reads so already needs no write', () => {
    const undo = updated(pageOf(before))
    expect(undo).toMatchObject({ kind: 'revert', fields: ['title', 'inner'], left: [] })
    expect(undo).not.toHaveProperty('write')
  })

  test('stays in the fields that an editor changed since, and only there', () => {
    expect(updated(pageOf(textsOf({ title: 'Vom Redakteur' })))).toMatchObject({
      write: { body: { content: blockOf(key, { ...now, inner: before.inner }) } },
      fields: ['inner'],
      left: ['title'],
      wanted: { ...now, inner: before.inner },
      replaced: { did: 'updated', texts: { inner: now.inner } },
      reasons: [{ code: 'undo-edited', fields: ['title'] }],
    })
  })

  test('is replaced if a stale save restored the version before it', () => {
    const stale = pageOf(textsOf({ inner: '<p>Uralt.</p>' }))
    expect(updated(stale)).toMatchObject({ left: ['inner'] })
    const past = [factsDigest('<p>Uralt.</p>')]
    expect(undoOf({ page: stale, snapshot: snapshotOf(productOf(), { past }) })).toMatchObject({
      fields: ['title', 'inner'],
      left: [],
    })
  })

  test('is restored as an editor’s if an editor wrote it', () => {
    const base = { title: 'Unser Band' }
    expect(undoOf({ replaced: { did: 'updated', texts: old, base } })).toMatchObject({ base })
  })
})

describe('a page that the run retired', () => {
  const status = { before: 'publish', after: 'draft' } as const
  const retired = (page: Page, fields: Partial<Undoable> = {}) =>
    undoOf({
      did: 'retired',
      replaced: { did: 'retired', status },
      page,
      snapshot: snapshotOf(productOf(), { state: 'retired', retiredTo: 'draft' }),
      ...fields,
    })

  test('is no longer retired', () => {
    expect(retired(pageOf(now, { status: 'draft' }))).not.toHaveProperty('retiredTo')
  })

  test('gets its earlier status back and is mirrored again', () => {
    expect(retired(pageOf(now, { status: 'draft' }))).toMatchObject({
      write: { kind: 'update', id: 41, body: { status: 'publish' } },
      fields: [],
      state: 'mirrored',
    })
    expect(retired(pageOf(now, { status: 'draft' }))).toHaveProperty('replaced', {
      did: 'restored',
      status: { before: 'draft', after: 'publish' },
      retiredTo: 'draft',
    })
  })

  test('that an earlier try restored needs no write', () => {
    const undo = retired(pageOf(), { begun: true })
    expect(undo).toMatchObject({ kind: 'revert', state: 'mirrored' })
    expect(undo).not.toHaveProperty('write')
    expect(retired(pageOf())).toMatchObject({ kind: 'leave' })
  })

  test('leaves the trash under its own slug, unless an editor changed it', () => {
    const toTrash = { replaced: { did: 'retired', status: { before: 'publish', after: 'trash' } } } as const
    expect(retired(pageOf(now, trashed), toTrash)).toMatchObject({
      write: { kind: 'update', body: { status: 'publish', slug: 'gtin-4006381333931-de-de' } },
    })
    const renamed = retired(pageOf(now, { ...trashed, slug: 'anders__trashed' }), toTrash)
    expect(renamed).toMatchObject({ write: { body: { status: 'publish' } } })
    expect(renamed).not.toHaveProperty('write.body.slug')
  })

  test('keeps its slug if it is no longer in the trash', () => {
    const page = pageOf(now, { status: 'draft', slug: trashed.slug })
    expect(retired(page)).toMatchObject({ write: { body: { status: 'publish' } } })
    expect(retired(page)).not.toHaveProperty('write.body.slug')
  })

  test('that an editor moved after we started is not restored', () => {
    const page = pageOf(now, { status: 'private' })
    expect(retired(page, { begun: true })).toEqual({
      kind: 'leave',
      reasons: [{ code: 'undo-moved', status: 'private', did: 'retired' }],
    })
  })

  test('without a change of status keeps its status', () => {
    const replaced = { did: 'retired' } as const
    const undo = retired(pageOf(), { replaced, snapshot: snapshotOf(productOf(), { state: 'retired' }) })
    expect(undo).toMatchObject({ kind: 'revert', state: 'mirrored', replaced: { did: 'restored' } })
    expect(undo).not.toHaveProperty('write')
    expect(undo).not.toHaveProperty('replaced.retiredTo')
  })
})

describe('a page that the run restored', () => {
  const restored = (to: 'draft' | 'trash', page: Page, retiredTo?: 'draft' | 'trash') =>
    undoOf({
      did: 'restored',
      page,
      replaced: {
        did: 'restored',
        texts: old,
        status: { before: to, after: 'publish' },
        ...(retiredTo && { retiredTo }),
      },
    })

  test('is retired again, with its earlier content', () => {
    expect(restored('draft', pageOf(), 'draft')).toMatchObject({
      write: {
        kind: 'update',
        body: { title: before.title, content: blockOf(key, before), status: 'draft' },
      },
      fields: ['title', 'inner'],
      state: 'retired',
      retiredTo: 'draft',
      replaced: {
        did: 'retired',
        texts: { title: now.title, inner: now.inner },
        status: { before: 'publish', after: 'draft' },
      },
    })
  })

  test('goes back to the trash unchanged', () => {
    expect(restored('trash', pageOf(), 'trash')).toMatchObject({
      write: { kind: 'delete', id: 41, force: false },
      fields: [],
      wanted: now,
      state: 'retired',
      retiredTo: 'trash',
      replaced: { did: 'retired', status: { before: 'publish', after: 'trash' } },
    })
  })

  test('keeps only the status of an earlier retirement', () => {
    expect(restored('draft', pageOf())).toMatchObject({ state: 'retired', retiredTo: 'keep' })
  })
})

describe('the publication of a draft that waited', () => {
  const marked = blockOf(key, now, true)
  const published = {
    did: 'updated',
    status: { before: 'draft', after: 'publish' },
    awaits: ['price'],
  } as const

  test('is reverted to such a draft, even if no text changed', () => {
    expect(undoOf({ replaced: { ...published, awaits: ['price'] } })).toMatchObject({
      kind: 'revert',
      write: { kind: 'update', body: { status: 'draft', content: marked } },
      awaits: ['price'],
      state: 'mirrored',
      replaced: { did: 'updated', status: { before: 'publish', after: 'draft' } },
    })
  })

  test('is repeated by an undo of the undo', () => {
    const page = pageOf(now, { status: 'draft', content: marked })
    const undone = undoOf({
      page,
      awaits: ['price'],
      replaced: { did: 'updated', status: { before: 'publish', after: 'draft' } },
    })
    expect(undone).toMatchObject({
      write: { body: { status: 'publish', content: blockOf(key, now) } },
      replaced: { awaits: ['price'] },
    })
    expect(undone).not.toHaveProperty('awaits')
  })

  test('an undo of another update leaves the draft waiting', () => {
    const page = pageOf(now, { status: 'draft', content: marked })
    const undone = undoOf({ page, awaits: ['price'] })
    expect(undone).toMatchObject({ kind: 'revert', awaits: ['price'], replaced: { awaits: ['price'] } })
    const { content = '' } =
      (undone.kind === 'revert' && undone.write?.kind === 'update' && undone.write.body) || {}
    expect(content).toContain('-draft')
  })
})
