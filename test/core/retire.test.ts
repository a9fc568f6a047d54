import { describe, expect, test } from 'vitest'
import type { PageWrite } from '../../src/core/page.ts'
import { planRetirement } from '../../src/core/retire.ts'
import type { RetireTo } from '../../src/core/snapshot.ts'
import { key, pageOf, snapshotOf, textsOf } from '../helpers/records.ts'

const ways: RetireTo[] = ['draft', 'trash', 'private', 'keep', 'delete']
const edited = pageOf(textsOf({ title: 'Vom Redakteur' }))
const toDraft: PageWrite = { kind: 'update', id: 41, body: { status: 'draft' } }

describe('a page as we left it', () => {
  test.each<[RetireTo, PageWrite | undefined]>([
    ['draft', toDraft],
    ['private', { kind: 'update', id: 41, body: { status: 'private' } }],
    ['trash', { kind: 'delete', id: 41, force: false }],
    ['delete', { kind: 'delete', id: 41, force: true }],
    ['keep', undefined],
  ])('is retired to %s', (to, write) => {
    expect(planRetirement(key, pageOf(), snapshotOf(), to)).toEqual({ to, ...(write && { write }) })
  })
})

describe('an edited page', () => {
  test.each(['trash', 'delete'] as const)('is made a draft instead of %s', (to) => {
    const expected = {
      to: 'draft',
      write: toDraft,
      reason: 'an editor changed the page: made a draft instead',
    }
    expect(planRetirement(key, edited, snapshotOf(), to)).toEqual(expected)
    const around = pageOf(textsOf(), { content: `${pageOf().content}<p>Vom Redakteur.</p>` })
    expect(planRetirement(key, around, snapshotOf(), to)).toEqual(expected)
  })

  test.each(['draft', 'private', 'keep'] as const)('is retired to %s like any other', (to) => {
    expect(planRetirement(key, edited, snapshotOf(), to)).toEqual(
      planRetirement(key, pageOf(), snapshotOf(), to),
    )
  })
})

test.each(['trash', 'delete'] as const)('a page without a snapshot may be anybody’s work: never %s', (to) => {
  expect(planRetirement(key, pageOf(), undefined, to)).toMatchObject({ to: 'draft', write: toDraft })
})

test.each(ways)('a page that is gone needs nothing (%s)', (to) => {
  expect(planRetirement(key, undefined, snapshotOf(), to)).toEqual({
    to: 'keep',
    reason: 'the page was gone already',
  })
})

test.each(ways)('a page that a person trashed stays in the trash (%s)', (to) => {
  expect(planRetirement(key, pageOf(textsOf(), { status: 'trash' }), snapshotOf(), to)).toEqual({
    to: 'keep',
    reason: 'a person had put the page in the trash',
  })
})

test.each(['draft', 'private'] as const)('a page that is %s already needs no write', (status) => {
  const page = pageOf(textsOf(), { status })
  expect(planRetirement(key, page, snapshotOf(), status)).toEqual({ to: status })
})

test('an edited draft is not trashed, and needs no write', () => {
  const page = { ...edited, status: 'draft' } as const
  const { to, write } = planRetirement(key, page, snapshotOf(), 'trash')
  expect({ to, write }).toEqual({ to: 'draft', write: undefined })
})
