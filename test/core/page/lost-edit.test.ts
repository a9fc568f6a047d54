import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import {
  asSaved,
  mayBeLostEdit,
  mayHaveLostEdit,
  fixingBody,
  savedBeforeLost,
} from '../../../src/core/page/lost-edit.ts'
import type { RevisedTexts, Revision } from '../../../src/core/record/page.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const texts = textsOf()
const old = wrapBlock(key, texts.inner)
const fresh = wrapBlock(key, '<p>Neu.</p>')
const typed = `<p>Von uns.</p>\n\n${old}`

function revisionOf(id: number, content: string, fields: Partial<Revision> = {}): Revision {
  const { title, excerpt } = texts
  return {
    id,
    title,
    excerpt,
    content,
    autosave: false,
    savedGmt: '2026-11-20T04:00:00',
    author: 1,
    ...fields,
  }
}

describe('an update may have caused a lost edit', () => {
  const read = { revision: 5, revisions: 2 }

  test.each([
    ['when its own revision is the only new one', { content: 'x' }, { revision: 6, revisions: 3 }, false],
    ['when two are new', { content: 'x' }, { revision: 7, revisions: 4 }, true],
    ['when the site keeps so many and no more', { title: 'x' }, { revision: 7, revisions: 2 }, true],
    ['when nothing changed', { excerpt: 'x' }, { revision: 5, revisions: 2 }, false],
    ['when there are no revisions', { content: 'x' }, { revision: 0, revisions: 0 }, false],
    ['when it wrote no text and one is new', { status: 'draft' }, { revision: 6, revisions: 3 }, true],
    ['when it wrote no text and none is new', { status: 'draft' }, { revision: 5, revisions: 2 }, false],
  ] as const)('%s', (_when, body, answered, expected) => {
    expect(mayBeLostEdit(read, body, answered)).toBe(expected)
  })

  test('after a lost reply, if the number of new revisions is not one', () => {
    expect(mayHaveLostEdit(read, { revision: 6, revisions: 3 })).toBe(false)
    expect(mayHaveLostEdit(read, { revision: 7, revisions: 4 })).toBe(true)
    expect(mayHaveLostEdit(read, read)).toBe(false)
    expect(mayHaveLostEdit(read, { revision: 0, revisions: 0 })).toBe(false)
  })
})

describe('an editor’s save before a lost update of ours', () => {
  const compose = ({ content }: RevisedTexts) => ({ content: content.replace(texts.inner, '<p>Neu.</p>') })
  const page = revisionOf(0, fresh)
  const find = (revisions: Revision[], origin?: RevisedTexts, now: RevisedTexts = page) =>
    savedBeforeLost(key, { revisions, page: now, origin }, compose)
  const before = revisionOf(5, old)
  const theirs = revisionOf(6, typed)

  test('is the revision between our text and the text that it was made from', () => {
    expect(find([revisionOf(7, fresh), theirs, before])).toBe(theirs)
    expect(find([revisionOf(7, fresh), theirs], before)).toBe(theirs)
  })

  test('is found if the engine rewrote our text', () => {
    const rewritten = wrapBlock(key, '<p class="wp-block-paragraph">Neu.</p>')
    expect(find([revisionOf(7, rewritten), theirs, before], undefined, revisionOf(0, rewritten))).toBe(theirs)
  })

  test('does not exist if no revision lies between, or only one of ours', () => {
    expect(find([revisionOf(7, fresh), before])).toBeUndefined()
    expect(find([revisionOf(8, fresh), revisionOf(7, fresh), before])).toBeUndefined()
    expect(find([])).toBeUndefined()
  })

  test('does not exist if the newest text is an editor’s, or contains the save', () => {
    expect(find([theirs, before])).toBeUndefined()
    expect(
      find(
        [revisionOf(7, `<p>Von uns.</p>\n\n${fresh}`), theirs, before],
        undefined,
        revisionOf(0, `<p>Von uns.</p>\n\n${fresh}`),
      ),
    ).toBeUndefined()
    expect(
      find(
        [revisionOf(7, '<p>Ganz anders.</p>'), theirs, before],
        undefined,
        revisionOf(0, '<p>Ganz anders.</p>'),
      ),
    ).toBeUndefined()
  })

  test('is found by titles and excerpts too', () => {
    const renamed = revisionOf(7, old, { title: 'Neu', excerpt: 'Kurz' })
    const edited = revisionOf(6, old, { title: 'Unser Titel' })
    const rename = ({ title }: RevisedTexts) =>
      title === texts.title ? { title: 'Neu', excerpt: 'Kurz' } : {}
    expect(savedBeforeLost(key, { revisions: [renamed, edited, before], page: renamed }, rename)).toBe(edited)
  })
})

test('the page as it was saved has the editor’s text and none of our other changes', () => {
  const read = pageOf(texts, { status: 'draft', slug: 'alt', featuredMedia: 7 })
  const answered = pageOf(texts, { content: fresh, featuredMedia: 9, revision: 7 })
  const saved = asSaved(
    read,
    { content: fresh, status: 'publish', slug: 'neu', featured_media: 9 },
    answered,
    revisionOf(6, typed),
  )
  expect(saved).toMatchObject({ content: typed, status: 'draft', slug: 'alt', featuredMedia: 7, revision: 6 })
  expect(asSaved(read, { content: fresh }, answered, revisionOf(6, typed))).toMatchObject({
    status: answered.status,
    slug: answered.slug,
    featuredMedia: 9,
  })
})

test('the body of a repair contains only the differences', () => {
  const now = pageOf(texts, { content: fresh, featuredMedia: 9 })
  const saved = pageOf(texts, { content: typed, title: 'Unser Titel', excerpt: 'Unser Auszug' })
  expect(fixingBody(now, saved, {})).toEqual({
    title: 'Unser Titel',
    excerpt: 'Unser Auszug',
    content: typed,
  })
  const both = `<p>Von uns.</p>\n\n${fresh}`
  const composed = {
    title: now.title,
    excerpt: now.excerpt,
    content: both,
    featured_media: 9,
    status: now.status,
    slug: now.slug,
  }
  expect(fixingBody(now, saved, composed)).toEqual({ content: both })
  expect(fixingBody(now, now, { featured_media: 8, status: 'draft', slug: 'x' })).toEqual({
    featured_media: 8,
    status: 'draft',
    slug: 'x',
  })
})

describe('mapped fields in a lost edit', () => {
  const read = pageOf(textsOf({ 'meta.price': 4, 'meta.note': 'von uns' }))
  const answered = pageOf(textsOf({ 'meta.price': 5, 'meta.note': 'von uns' }))
  const body = { content: fresh, meta: { price: 5, other: 1 } }

  test('count as the editor read them, because WordPress keeps no revisions of them', () => {
    const saved = asSaved(read, body, answered, revisionOf(6, typed))
    expect(saved.mapped).toEqual({ 'meta.price': 4, 'meta.note': 'von uns', 'meta.other': null })
  })

  test('are written again only where the page has another value', () => {
    expect(fixingBody(answered, read, { meta: { price: 5 } })).not.toHaveProperty('meta')
    expect(fixingBody(read, read, { meta: { price: 5 } })).toEqual({ meta: { price: 5 } })
    expect(fixingBody(pageOf(), pageOf(), { menu_order: 3 })).toEqual({ menu_order: 3 })
  })
})
