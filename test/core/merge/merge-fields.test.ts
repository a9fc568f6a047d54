import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exceptImage,
  mergePage,
  overwriteChanged,
  type CurrentTexts,
  type OnEdit,
} from '../../../src/core/merge/merge-fields.ts'
import type { PageTexts, MergeField } from '../../../src/core/record/page.ts'

const same = (_: MergeField, a: unknown, b: unknown) => a === b
const fields: MergeField[] = ['title', 'excerpt', 'inner', 'featuredMedia']
const base: PageTexts = { title: 'base', excerpt: 'base', inner: 'base', featuredMedia: 1 }
const edited: PageTexts = { title: 'edited', excerpt: 'edited', inner: 'edited', featuredMedia: 2 }
const wanted: PageTexts = { title: 'wanted', excerpt: 'wanted', inner: 'wanted', featuredMedia: 3 }

describe.each(fields)('%s', (field) => {
  const pick = (texts: PageTexts) => ({ ...base, [field]: texts[field] })
  const write = { [field]: wanted[field] }

  test.each([
    ['nobody changed it', base, base, { write: {}, kept: [], conflicts: [] }],
    ['only the partner changed it', base, wanted, { write, kept: [], conflicts: [] }],
    ['only the editor changed it', edited, base, { write: {}, kept: [field], conflicts: [] }],
    ['both changed it', edited, wanted, { write: {}, kept: [], conflicts: [field] }],
    ['both changed it to the same', wanted, wanted, { write: {}, kept: [], conflicts: [] }],
  ])('kept: %s', (_, current, target, merge) => {
    expect(mergePage({ base, current: pick(current), wanted: pick(target) }, 'keep', same)).toMatchObject(
      merge,
    )
  })

  test.each([
    ['nobody changed it', base, base, {}],
    ['only the partner changed it', base, wanted, write],
    ['only the editor changed it', edited, base, { [field]: base[field] }],
    ['both changed it', edited, wanted, write],
    ['both changed it to the same', wanted, wanted, {}],
  ])('overwritten: %s', (_, current, target, written) => {
    expect(mergePage({ base, current: pick(current), wanted: pick(target) }, 'overwrite', same)).toEqual({
      write: written,
      kept: [],
      conflicts: [],
    })
  })
})

test.each([
  ['keep', base, { write: {}, kept: ['inner'], conflicts: [] }],
  ['keep', { ...base, inner: 'wanted' }, { write: {}, kept: [], conflicts: ['inner'] }],
  ['overwrite', base, { write: { inner: 'base' }, kept: [], conflicts: [] }],
] as const)('a lost block counts as an edit (%s)', (onEdit, target, merge) => {
  expect(mergePage({ base, current: { ...base, inner: undefined }, wanted: target }, onEdit, same)).toEqual(
    merge,
  )
})

test('a missing block never counts as equal, even if all fields compare as equal', () => {
  const lost = { ...base, inner: undefined }
  expect(mergePage({ base, current: lost, wanted: base }, 'keep', () => true)).toEqual({
    write: {},
    kept: ['inner'],
    conflicts: [],
  })
})

test.each([
  [['title', 'inner'], { title: 'wanted', inner: 'wanted' }, ['excerpt', 'featuredMedia']],
  [['featuredMedia'], { featuredMedia: 3 }, ['title', 'excerpt', 'inner']],
  [[], {}, fields],
] as const)('only those edited fields give way that are named: %j', (named, write, conflicts) => {
  expect(mergePage({ base, current: edited, wanted }, { fields: named }, same)).toMatchObject({
    write,
    kept: [],
    conflicts,
  })
})

test('a decision about conflicts alone gives up the parts of the block in conflict, and no others', () => {
  const only = { fields: ['inner'], only: 'conflicts' } as const
  const sides = { base, current: { ...base, inner: 'edited' }, wanted: { ...base, inner: 'wanted' } }
  expect(mergePage(sides, only, same)).toMatchObject({ write: { inner: 'wanted' }, kept: [], conflicts: [] })
  const beside = { ...sides, current: { ...base, inner: '<p>base</p><p>mine</p>' } }
  const merged = mergePage({ ...beside, base: { ...base, inner: '<p>base</p>' } }, only, same)
  expect(merged).toMatchObject({ kept: ['inner'], conflicts: [] })
  expect(merged.write.inner).toContain('mine')
})

test('a decision about conflicts alone gives up other fields as a whole, one about the block all of the block', () => {
  const only = { fields: ['title', 'inner'], only: 'conflicts' } as const
  const { write } = mergePage({ base, current: { ...base, title: 'edited' }, wanted: base }, only, same)
  expect(write).toEqual({ title: 'base' })
  const all = { fields: ['inner'] } as const
  const beside = { ...base, inner: '<p>base</p><p>mine</p>' }
  const ours = { ...base, inner: '<p>base</p>' }
  expect(mergePage({ base: ours, current: beside, wanted: ours }, all, same)).toEqual({
    write: { inner: '<p>base</p>' },
    kept: [],
    conflicts: [],
  })
})

describe('overwriting only what the partner changed', () => {
  test('fields that the partner did not change stay, others give way', () => {
    expect(mergePage({ base, current: edited, wanted: base }, overwriteChanged, same)).toEqual({
      write: {},
      kept: fields,
      conflicts: [],
      block: { inner: edited.inner, base: base.inner, conflicts: [] },
    })
    const merge = mergePage({ base, current: edited, wanted }, overwriteChanged, same)
    expect(merge).toMatchObject({ write: wanted, kept: [], conflicts: [] })
  })

  test.each([
    ['emptied', ''],
    ['removed', undefined],
  ])('a block that an editor %s stays so, without a conflict', (_, inner) => {
    expect(mergePage({ base, current: { ...base, inner }, wanted }, overwriteChanged, same)).toMatchObject({
      write: { title: 'wanted', excerpt: 'wanted', featuredMedia: 3 },
      kept: ['inner'],
      conflicts: [],
    })
  })

  test('an editor’s image stays while the product’s is missing', () => {
    const lost = { ...wanted, featuredMedia: 0 }
    const merge = mergePage({ base, current: edited, wanted: lost }, exceptImage(overwriteChanged), same)
    expect(merge.write).not.toHaveProperty('featuredMedia')
    expect(merge.conflicts).toEqual(['featuredMedia'])
  })
})

test('without an image of the product, an editor’s image gives way to no decision and no policy', () => {
  expect(exceptImage('keep')).toBe('keep')
  expect(exceptImage('overwrite')).toEqual({ fields: 'all', except: 'featuredMedia' })
  const decision = { fields: ['title', 'featuredMedia'], only: 'conflicts' } as const
  expect(exceptImage(decision)).toEqual({ ...decision, except: 'featuredMedia' })
  for (const onEdit of ['overwrite', decision] as const)
    expect(mergePage({ base, current: edited, wanted }, exceptImage(onEdit), same)).toMatchObject({
      write: { title: 'wanted' },
      conflicts: expect.arrayContaining(['featuredMedia']),
    })
})

test.each<[string, OnEdit]>([
  ['the policy to keep edits', 'keep'],
  ['a decision about conflicts in the block', { fields: ['inner'], only: 'conflicts' }],
])('an emptied block is in conflict as a whole, with %s', (_, onEdit) => {
  expect(mergePage({ base, current: { ...base, inner: '' }, wanted }, onEdit, same)).toEqual({
    write: { title: 'wanted', excerpt: 'wanted', featuredMedia: 3 },
    kept: [],
    conflicts: ['inner'],
  })
})

test('unedited fields are written, whichever fields are named', () => {
  expect(mergePage({ base, current: base, wanted }, { fields: ['title'] }, same).write).toEqual(wanted)
})

const anyTexts: fc.Arbitrary<PageTexts> = fc.record({
  title: fc.constantFrom('a', 'b', 'c'),
  excerpt: fc.constantFrom('a', 'b', 'c'),
  inner: fc.constantFrom('a', 'b', 'c'),
  featuredMedia: fc.integer({ min: 0, max: 2 }),
})
const anyCurrent = fc.tuple(anyTexts, fc.boolean()).map(([texts, lost]): CurrentTexts => ({
  ...texts,
  inner: lost ? undefined : texts.inner,
}))

describe('for any three versions', () => {
  test('keeping never overwrites an editor’s text', () => {
    fc.assert(
      fc.property(anyTexts, anyCurrent, anyTexts, (before, current, target) => {
        const { write } = mergePage({ base: before, current, wanted: target }, 'keep', same)
        for (const field of fields) if (field in write) expect(current[field]).toBe(before[field])
      }),
    )
  })

  test('every field is exactly one of unchanged, written, kept and in conflict', () => {
    fc.assert(
      fc.property(
        anyTexts,
        anyCurrent,
        anyTexts,
        fc.constantFrom<OnEdit>('keep', 'overwrite', overwriteChanged),
        (before, current, target, onEdit) => {
          const { write, kept, conflicts } = mergePage(
            { base: before, current, wanted: target },
            onEdit,
            same,
          )
          for (const field of fields) {
            const places = [
              current[field] === target[field],
              field in write,
              kept.includes(field),
              conflicts.includes(field),
            ]
            expect(places.filter(Boolean)).toHaveLength(1)
            if (field in write) expect(write[field]).toBe(target[field])
          }
        },
      ),
    )
  })

  test('overwriting only what the partner changed keeps what an editor alone changed, and leaves no conflict', () => {
    fc.assert(
      fc.property(anyTexts, anyCurrent, anyTexts, (before, current, target) => {
        const merge = mergePage({ base: before, current, wanted: target }, overwriteChanged, same)
        const now = { ...current, ...merge.write }
        for (const field of fields)
          expect(now[field]).toBe(
            before[field] === target[field] || current[field] === undefined ? current[field] : target[field],
          )
        expect(merge.conflicts).toEqual([])
      }),
    )
  })

  test('overwriting leaves only wanted values', () => {
    fc.assert(
      fc.property(anyTexts, anyCurrent, anyTexts, (before, current, target) => {
        expect({
          ...current,
          ...mergePage({ base: before, current, wanted: target }, 'overwrite', same).write,
        }).toEqual(target)
      }),
    )
  })

  test('a second merge after the first was written writes nothing', () => {
    fc.assert(
      fc.property(
        anyTexts,
        anyCurrent,
        anyTexts,
        fc.constantFrom<OnEdit>('keep', 'overwrite', overwriteChanged),
        (before, current, target, onEdit) => {
          const { write, kept, conflicts } = mergePage(
            { base: before, current, wanted: target },
            onEdit,
            same,
          )
          const after = { ...current, ...write }
          const left = new Set([...kept, ...conflicts])
          const newBase = Object.fromEntries(
            fields.map((field) => [field, left.has(field) ? before[field] : (after[field] ?? before[field])]),
          ) as PageTexts
          expect(mergePage({ base: newBase, current: after, wanted: target }, onEdit, same).write).toEqual({})
        },
      ),
    )
  })
})
