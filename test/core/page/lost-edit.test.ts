import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import {
  asSaved,
  mayBeLostEdit,
  mayHaveLostEdit,
  fixingBody,
  savedBeforeLost,
  savedMeanwhile,
} from '../../../src/core/page/lost-edit.ts'
import type { RevisedTexts, Revision } from '../../../src/core/page/page.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const texts = textsOf()
const old = wrapBlock(key, texts.inner)
const fresh = wrapBlock(key, '<p>Neu.</p>')
const typed = `<p>Von uns.</p>\n\n${old}`

function revisionOf(id: number, content: string, fields: Partial<Revision> = {}): Revision {
  const { title, excerpt } = texts
  return { id, title, excerpt, content, autosave: false, savedGmt: '2026-11-20T04:00:00', ...fields }
}

describe('an update may have been lostEdit', () => {
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

  test('and one whose answer was lost, when other than one revision is new', () => {
    expect(mayHaveLostEdit(read, { revision: 6, revisions: 3 })).toBe(false)
    expect(mayHaveLostEdit(read, { revision: 7, revisions: 4 })).toBe(true)
    expect(mayHaveLostEdit(read, read)).toBe(false)
    expect(mayHaveLostEdit(read, { revision: 0, revisions: 0 })).toBe(false)
  })
})

describe('what a person saved meanwhile', () => {
  const read = pageOf(texts, { revision: 5 })
  const answered = pageOf(texts, { content: fresh, revision: 7 })
  const body = { content: fresh }
  const before = revisionOf(5, old)
  const ours = revisionOf(7, fresh)
  const theirs = revisionOf(6, typed)
  const find = (...revisions: Revision[]) => savedMeanwhile(revisions, read, body, answered)

  test('is what stands below our own revision', () => {
    expect(find(ours, theirs, before)).toEqual({ revision: theirs, newest: false })
  })

  test('is what stands above it', () => {
    const later = revisionOf(8, typed)
    expect(find(later, ours, before)).toEqual({ revision: later, newest: true })
  })

  test('is told by our revision’s id where the engine made other words of ours', () => {
    expect(find(revisionOf(7, wrapBlock(key, '<p>Neu!</p>')), theirs, before)?.revision).toBe(theirs)
  })

  test('is nothing where nobody saved, or saved what had stood there', () => {
    expect(find(ours)).toBeUndefined()
    expect(find(ours, before)).toBeUndefined()
    expect(find(ours, revisionOf(6, ` ${old}\n`), before)).toBeUndefined()
    expect(find(revisionOf(6, typed))).toBeUndefined()
    expect(find(ours, revisionOf(6, typed, { autosave: true }), before)).toBeUndefined()
  })

  test('is not what was saved before we read', () => {
    expect(find(ours, revisionOf(5, typed))).toBeUndefined()
    expect(savedMeanwhile([ours, theirs], pageOf(texts, { revision: 0 }), body, answered)?.revision).toBe(
      theirs,
    )
  })

  test('is told by its time where we had read an autosave as the newest', () => {
    expect(find(ours, revisionOf(4, typed))?.revision.id).toBe(4)
    expect(find(ours, revisionOf(4, typed, { savedGmt: '2026-11-20T03:59:59' }))).toBeUndefined()
  })

  test('is the newest where we wrote no text', () => {
    const now = pageOf(texts, { status: 'draft', content: typed, revision: 6 })
    expect(savedMeanwhile([theirs, before], read, { status: 'draft' }, now)).toEqual({
      revision: theirs,
      newest: true,
    })
  })
})

describe('what a person saved before a lost update of ours', () => {
  const compose = ({ content }: RevisedTexts) => ({ content: content.replace(texts.inner, '<p>Neu.</p>') })
  const page = revisionOf(0, fresh)
  const find = (revisions: Revision[], origin?: RevisedTexts, now: RevisedTexts = page) =>
    savedBeforeLost(key, { revisions, page: now, origin }, compose)
  const before = revisionOf(5, old)
  const theirs = revisionOf(6, typed)

  test('is what lies between our text and the one that we had made it of', () => {
    expect(find([revisionOf(7, fresh), theirs, before])).toBe(theirs)
    expect(find([revisionOf(7, fresh), theirs], before)).toBe(theirs)
  })

  test('is found where the engine rewrote what we had sent', () => {
    const rewritten = wrapBlock(key, '<p class="x">Neu.</p>')
    expect(find([revisionOf(7, rewritten), theirs, before], undefined, revisionOf(0, rewritten))).toBe(theirs)
  })

  test('is nothing where nothing lies between, or only what we had written ourselves', () => {
    expect(find([revisionOf(7, fresh), before])).toBeUndefined()
    expect(find([revisionOf(8, fresh), revisionOf(7, fresh), before])).toBeUndefined()
    expect(find([])).toBeUndefined()
  })

  test('is nothing where the newest text is a person’s, or holds what was saved', () => {
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

  test('is found by titles and excerpts as well', () => {
    const renamed = revisionOf(7, old, { title: 'Neu', excerpt: 'Kurz' })
    const edited = revisionOf(6, old, { title: 'Unser Titel' })
    const rename = ({ title }: RevisedTexts) =>
      title === texts.title ? { title: 'Neu', excerpt: 'Kurz' } : {}
    expect(savedBeforeLost(key, { revisions: [renamed, edited, before], page: renamed }, rename)).toBe(edited)
  })
})

test('the page as it was saved has the person’s texts, and what we wrote beside them undone', () => {
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

test('the body that repairs holds what differs and nothing else', () => {
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
