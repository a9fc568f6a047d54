import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { changesIndex, countListed, createNameList, updateIndex } from '../../../src/core/page/listing.ts'
import { isAsWritten } from '../../../src/core/render/parent.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'

const renderer = createRenderer(await readTemplates())
const parent = { kind: 'language', language: 'de-de' } as const
const listing = (...titles: string[]) => ({
  links: titles.map((title, at) => ({ title, note: '', url: `https://cms.example/?page_id=${at + 1}` })),
  total: titles.length,
})
const first = renderer.renderParent(parent)
const filled = renderer.renderParent(parent, listing('Band <1>', 'Folie'))
const update = (content: string, onEdit: 'keep' | 'overwrite' = 'keep') =>
  updateIndex({ content }, parent, { wanted: filled.inner, first: first.inner }, onEdit)

describe('the listing on a parent page', () => {
  it('names the pages below it', () => {
    expect(filled.inner).toMatch(
      /^<!-- wp:paragraph \{"className":"mirror-says-[\w-]{16}"\} -->\n<p class="mirror-says-[\w-]{16}">Alle Produkte in dieser Sprache\.<\/p>/,
    )
    expect(filled.inner).toContain('<li><a href="https://cms.example/?page_id=1">Band &lt;1&gt;</a></li>')
    expect(first.inner).not.toContain('<li>')
    expect(renderer.renderParent(parent, listing()).inner).toBe(first.inner)
  })

  it('says so when it leaves some out, with numbers of its language', () => {
    const { inner } = renderer.renderParent(parent, { ...listing('Band'), total: 12_345 })
    expect(inner).toContain('<p>Die ersten 1 von 12.345 Produkten, nach Namen.</p>')
  })

  it('is read from right to left where its language is', () => {
    const { inner } = renderer.renderParent({ kind: 'language', language: 'ar' }, listing('Band'))
    expect(inner).toMatch(
      /^<!-- wp:html -->\n<div dir="rtl" lang="ar"[^>]*><p [^>]*class="mirror-says-[\w-]{16}">/,
    )
    expect(isAsWritten(inner)).toBe(true)
    // A site that moves replaces its address on all pages.
    expect(isAsWritten(inner.replaceAll('https://cms.example/', 'https://shop.example/'))).toBe(true)
    expect(isAsWritten(inner.replaceAll('https://cms.example/', 'https://cms.example/other/'))).toBe(false)
  })

  it('is written once, into the block and nowhere else', () => {
    const around = (content: string) => `<p>Davor</p>\n${content}\n<p>Danach</p>`
    expect(update(around(first.content))).toEqual({ kind: 'write', content: around(filled.content) })
    expect(update(around(filled.content))).toEqual({ kind: 'same' })
  })

  it('stays as a person changed it, also when nothing is remembered', () => {
    const other = renderer.renderParent(parent, listing('Früher')).content
    expect(update(other).kind).toBe('write')
    const edited = other.replace('Früher', 'Von Hand')
    expect(update(edited)).toEqual({ kind: 'edited' })
    expect(update(edited, 'overwrite')).toEqual({ kind: 'write', content: filled.content })
  })

  it('comes back into a block that was emptied, or made before there was a list', () => {
    const plain = first.content.replaceAll(
      / (?:\{"className":"mirror-says-[\w-]+"\}|class="mirror-says-[\w-]+")/g,
      '',
    )
    expect(plain).not.toContain('mirror-says')
    expect(update(plain).kind).toBe('write')
    expect(update(first.content.replace(first.inner, '')).kind).toBe('write')
  })

  it('is not forced on a page without its block, or with two', () => {
    expect(update('<p>Von Hand</p>')).toEqual({ kind: 'no block' })
    expect(update(first.content + first.content)).toEqual({ kind: 'no block' })
  })
})

describe('an outcome', () => {
  it.each<[Parameters<typeof changesIndex>[0], boolean]>([
    [{ result: 'created' }, true],
    [{ result: 'retired' }, true],
    [{ result: 'updated' }, true],
    [{ result: 'updated', fields: ['name', 'price'] }, true],
    [{ result: 'updated', fields: ['template'] }, true],
    [{ result: 'updated', fields: ['item_number'] }, true],
    [{ result: 'updated', fields: ['price'] }, false],
  ])('%j may change the list: %s', (outcome, changes) => {
    expect(changesIndex(outcome)).toBe(changes)
  })
})

it('counts what a list holds, and nothing where there is no list', () => {
  expect(countListed(filled, parent)).toBe(2)
  expect(countListed(first, parent)).toBe(0)
  expect(countListed({ content: '<ul><li>Mine</li></ul>' }, parent)).toBe(0)
})

describe('names', () => {
  it.each([
    ['sv-se', ['Ärla', 'Band 10', 'Band 9', 'Åre'], ['Band 9', 'Band 10', 'Åre', 'Ärla']],
    ['de-de', ['Zelt', 'Ärla', 'Band'], ['Ärla', 'Band', 'Zelt']],
  ])('stand in the order of %s', (language, titles, sorted) => {
    const names = createNameList(language, 10)
    names.add(titles.map((title) => ({ title, note: '7' })))
    expect(names.list()).toEqual({
      links: sorted.map((title) => ({ title, note: '' })),
      total: titles.length,
    })
  })

  it('are the first ones, however they come, and only as many as are wanted are kept', () => {
    const names = createNameList('en', 2)
    for (const title of ['E', 'D', 'C', 'B', 'A', 'F']) names.add([{ title, note: '' }])
    expect(names.list().links.map(({ title }) => title)).toEqual(['A', 'B'])
    expect(names.list().total).toBe(6)
  })

  it('that are the same are told apart by their notes, in the order of these', () => {
    const names = createNameList('en', 10)
    const given = ['B 10', 'A 1', 'B 9', 'C 3', 'B 11']
    names.add(given.map((line) => ({ title: line.slice(0, 1), note: line.slice(2) })))
    const { links } = names.list()
    expect(links.map(({ title, note }) => `${title} ${note}`)).toEqual(['A ', 'B 9', 'B 10', 'B 11', 'C '])
  })
})
