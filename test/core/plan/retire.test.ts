import { describe, expect, test } from 'vitest'
import type { Page, PageWrite } from '../../../src/core/record/page.ts'
import { slugOf } from '../../../src/core/record/record.ts'
import { hiddenReason, planRetirement, type Retirable } from '../../../src/core/plan/retire.ts'
import type { RetireTo } from '../../../src/core/record/snapshot.ts'
import { trashedSlug } from '../../../src/core/page/duplicate-slug.ts'
import { key, pageOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const ways: RetireTo[] = ['draft', 'trash', 'private', 'keep', 'delete', 'notice']
const retire = (fields: Omit<Retirable, 'pageStatus'> & Partial<Retirable>) =>
  planRetirement(key, { pageStatus: 'publish', ...fields })
const edited = pageOf(textsOf({ title: 'Vom Redakteur' }))
const toDraft: PageWrite = { kind: 'update', id: 41, body: { status: 'draft' } }

describe('a page as we left it', () => {
  test.each<[RetireTo, PageWrite | undefined]>([
    ['draft', toDraft],
    ['private', { kind: 'update', id: 41, body: { status: 'private' } }],
    ['trash', { kind: 'delete', id: 41, force: false }],
    ['delete', { kind: 'delete', id: 41, force: false }],
    ['keep', undefined],
    ['notice', undefined],
  ])('is retired to %s', (to, write) => {
    expect(retire({ page: pageOf(), snapshot: snapshotOf(), retireTo: to, begun: false })).toStrictEqual({
      to,
      ...(write && { write }),
    })
  })
})

describe('a draft that waits for fields', () => {
  const page = pageOf(textsOf(), { status: 'draft' })

  test.each<[RetireTo, RetireTo, PageWrite | undefined]>([
    ['draft', 'draft', undefined],
    ['private', 'private', { kind: 'update', id: 41, body: { status: 'private' } }],
    ['trash', 'trash', { kind: 'delete', id: 41, force: false }],
    ['delete', 'delete', { kind: 'delete', id: 41, force: false }],
    ['keep', 'draft', undefined],
    ['notice', 'draft', undefined],
  ])('is retired with %s to %s', (retireTo, to, write) => {
    const retirement = retire({ page, snapshot: snapshotOf(), retireTo, begun: false, waits: true })
    expect(retirement).toStrictEqual({ to, ...(write && { write }) })
  })
})

test.each(ways)('a page with an editor’s password stays as it is with %s', (to) => {
  const page = pageOf(textsOf(), { hasPassword: true })
  expect(retire({ page, snapshot: snapshotOf(), retireTo: to, begun: false })).toEqual({
    to: 'keep',
    reason: { code: 'has-password' },
  })
})

describe('an edited page', () => {
  test.each(['trash', 'delete'] as const)('is made a draft instead of %s', (to) => {
    const expected = {
      to: 'draft',
      write: toDraft,
      reason: { code: 'made-draft', open: false },
    }
    expect(retire({ page: edited, snapshot: snapshotOf(), retireTo: to, begun: false })).toEqual(expected)
    const around = pageOf(textsOf(), { content: `${pageOf().content}<p>Vom Redakteur.</p>` })
    expect(retire({ page: around, snapshot: snapshotOf(), retireTo: to, begun: false })).toEqual(expected)
  })

  test.each(['draft', 'private', 'keep', 'notice'] as const)('is retired to %s like any other', (to) => {
    expect(retire({ page: edited, snapshot: snapshotOf(), retireTo: to, begun: false })).toEqual(
      retire({ page: pageOf(), snapshot: snapshotOf(), retireTo: to, begun: false }),
    )
  })
})

describe('a page open in the editor with unsaved text', () => {
  test.each(['trash', 'delete'] as const)('is made a draft instead of %s', (to) => {
    expect(
      retire({ page: pageOf(), snapshot: snapshotOf(), retireTo: to, begun: false, open: true }),
    ).toEqual({
      to: 'draft',
      write: toDraft,
      reason: { code: 'made-draft', open: true },
    })
  })

  test.each(['draft', 'private', 'keep', 'notice'] as const)('is retired to %s like any other', (to) => {
    expect(
      retire({ page: pageOf(), snapshot: snapshotOf(), retireTo: to, begun: false, open: true }),
    ).toEqual(retire({ page: pageOf(), snapshot: snapshotOf(), retireTo: to, begun: false }))
  })
})

describe.each(['trash', 'delete'] as const)('a draft whose retirement to %s was tried before', (to) => {
  const draft = pageOf(textsOf(), { status: 'draft' })
  const again = { page: draft, snapshot: snapshotOf(), retireTo: to, begun: true }

  test('stays one: it was made a draft because of unsaved text', () => {
    expect(retire(again)).toEqual({
      to: 'draft',
      reason: { code: 'made-draft', open: true },
    })
  })

  test('is retired if pages are created as drafts', () => {
    expect(retire({ ...again, pageStatus: 'draft' })).toEqual({
      to,
      write: { kind: 'delete', id: 41, force: false },
    })
  })
})

test.each(['trash', 'delete', 'notice'] as const)(
  'a page without a snapshot may be an editor’s work: a draft instead of %s',
  (to) => {
    expect(retire({ page: pageOf(), snapshot: undefined, retireTo: to, begun: false })).toMatchObject({
      to: 'draft',
      write: toDraft,
    })
  },
)

test.each(['draft', 'private', 'keep'] as const)(
  'a page without a snapshot is retired to %s like any other',
  (to) => {
    expect(retire({ page: pageOf(), snapshot: undefined, retireTo: to, begun: false })).toMatchObject({ to })
  },
)

test.each(ways)('a page that is gone needs nothing (%s)', (to) => {
  expect(retire({ page: undefined, snapshot: snapshotOf(), retireTo: to, begun: false })).toEqual({
    to: 'keep',
    reason: { code: 'gone-already' },
  })
})

test.each(ways)('a page that an editor trashed stays in the trash (%s)', (to) => {
  expect(
    retire({
      page: pageOf(textsOf(), { status: 'trash' }),
      snapshot: snapshotOf(),
      retireTo: to,
      begun: false,
    }),
  ).toEqual({
    to: 'keep',
    reason: { code: 'trashed-already' },
  })
})

test.each(['draft', 'private'] as const)(
  'a page that an editor made %s before is left to that editor',
  (status) => {
    const page = pageOf(textsOf(), { status })
    const left = { to: 'keep', reason: { code: 'status-already', status } }
    expect(retire({ page, snapshot: snapshotOf(), retireTo: status, begun: false })).toEqual(left)
  },
)

describe('a page that an editor hid', () => {
  const hiddenAs = (status: Page['status']) => pageOf(textsOf(), { status })
  const hidden = ['private', 'pending', 'future', 'draft'] as const

  test.each(hidden.flatMap((status) => ways.map((to) => [status, to] as const)))(
    'stays %s however pages are retired (%s)',
    (status, to) => {
      expect(
        retire({ page: hiddenAs(status), snapshot: snapshotOf(), retireTo: to, begun: false }),
      ).toStrictEqual({ to: 'keep', reason: { code: 'status-already', status } })
    },
  )

  test.each(['draft', 'trash', 'delete', 'keep'] as const)(
    'after a retirement of ours was cut short stays private (%s)',
    (to) => {
      expect(
        retire({ page: hiddenAs('private'), snapshot: snapshotOf(), retireTo: to, begun: true }),
      ).toStrictEqual({ to: 'keep', reason: { code: 'status-already', status: 'private' } })
    },
  )

  test('is one with another status than pages are created with', () => {
    const page = hiddenAs('draft')
    const made = { page, snapshot: snapshotOf(), retireTo: 'trash', begun: false } as const
    expect(retire({ ...made, pageStatus: 'draft' })).toMatchObject({ to: 'trash' })
    expect(retire({ ...made, pageStatus: 'private' })).toMatchObject({ to: 'keep' })
  })

  test('excludes published pages even if pages are created hidden', () => {
    const page = pageOf()
    expect(
      retire({ page, snapshot: snapshotOf(), retireTo: 'draft', pageStatus: 'private', begun: false }),
    ).toStrictEqual({ to: 'draft', write: toDraft })
  })
})

test.each([
  ['trash', { kind: 'delete', id: 41, force: false }],
  ['delete', { kind: 'delete', id: 41, force: false }],
  ['draft', toDraft],
] as const)('a page that a crash kept us from retiring is retired (%s)', (to, write) => {
  expect(retire({ page: pageOf(), snapshot: snapshotOf(), retireTo: to, begun: true })).toStrictEqual({
    to,
    write,
  })
})

test.each(['draft', 'private', 'keep'] as const)(
  'a page that an editor trashed after a crash of ours stays in the trash (%s)',
  (to) => {
    expect(
      retire({
        page: pageOf(textsOf(), { status: 'trash' }),
        snapshot: snapshotOf(),
        retireTo: to,
        begun: true,
      }),
    ).toEqual({
      to: 'keep',
      reason: { code: 'trashed-already' },
    })
  },
)

test.each(['draft', 'private', 'trash'] as const)(
  'a page found %s after a crash of ours was retired by us',
  (status) => {
    const page = pageOf(textsOf(), { status })
    expect(retire({ page, snapshot: snapshotOf(), retireTo: status, begun: true })).toEqual({
      to: status,
    })
  },
)

describe('a page that we put in the trash', () => {
  const slug = trashedSlug(slugOf(key))
  const trashed = (page: Page): Page => ({ ...page, status: 'trash', slug })

  test('is deleted permanently if pages are to be deleted', () => {
    expect(
      retire({
        page: trashed(pageOf()),
        snapshot: snapshotOf(),
        retireTo: 'delete',
        begun: true,
      }),
    ).toStrictEqual({
      to: 'delete',
      write: { kind: 'delete', id: 41, force: true },
    })
  })

  test.each(['trash', 'delete'] as const)('comes out again when an editor had saved it (%s)', (to) => {
    const out = { kind: 'update', id: 41, body: { status: 'draft', slug: slugOf(key) } }
    expect(
      retire({ page: trashed(edited), snapshot: snapshotOf(), retireTo: to, begun: true }),
    ).toMatchObject({
      to: 'draft',
      write: out,
    })
    const renamed = { ...trashed(edited), slug: 'unser-band__trashed' }
    expect(retire({ page: renamed, snapshot: snapshotOf(), retireTo: to, begun: true })).toMatchObject({
      to: 'draft',
      write: toDraft,
    })
  })
})

test('a draft stays one with RETIRE_TO=draft if pages are created as drafts', () => {
  const page = pageOf(textsOf(), { status: 'draft' })
  const input = { page, snapshot: snapshotOf(), retireTo: 'draft', begun: false } as const
  expect(retire({ ...input, pageStatus: 'draft' })).toEqual({
    to: 'keep',
    reason: { code: 'status-already', status: 'draft' },
  })
})

describe('a page that an editor had hidden', () => {
  const hidden = (['draft', 'private', 'pending', 'future'] as const).flatMap((status) =>
    ways.map((to) => ({ status, to })),
  )

  test.each(hidden)('stays $status with RETIRE_TO=$to', ({ status, to }) => {
    const page = pageOf(textsOf(), { status })
    expect(retire({ page, snapshot: snapshotOf(), retireTo: to, begun: false })).toEqual({
      to: 'keep',
      reason: { code: 'status-already', status },
    })
  })

  test.each(['private', 'pending', 'future'] as const)(
    'stays %s if that happened after a first try to make it a draft',
    (status) => {
      const page = pageOf(textsOf(), { status })
      expect(retire({ page, snapshot: snapshotOf(), retireTo: 'draft', begun: true }).to).toBe('keep')
    },
  )
})

test('an edited draft is not trashed, and needs no write', () => {
  const page = { ...edited, status: 'draft' } as const
  const { to, write } = retire({ page, snapshot: snapshotOf(), retireTo: 'trash', begun: false })
  expect({ to, write }).toEqual({ to: 'keep', write: undefined })
})

describe('a page found without a snapshot', () => {
  test.each(['draft', 'private', 'pending', 'future'] as const)(
    'that is %s is reported and stays so',
    (status) => {
      expect(hiddenReason(status, 'publish')).toEqual({ code: 'hidden', status })
    },
  )

  test('that readers see, or that has the status of new pages, is not reported', () => {
    expect(hiddenReason('publish', 'draft')).toBeUndefined()
    expect(hiddenReason('draft', 'draft')).toBeUndefined()
  })
})
