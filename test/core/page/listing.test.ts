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

  it('has a note with both numbers when it leaves some out, in the format of its language', () => {
    const { inner } = renderer.renderParent(parent, { ...listing('Band'), total: 12_345 })
    expect(inner).toContain('<p>Die ersten 1 von 12.345 Produkten, nach Namen.</p>')
  })

  it('is read from right to left if its language is', () => {
    const { inner } = renderer.renderParent({ kind: 'language', language: 'ar' }, listing('Band'))
    expect(inner).toMatch(
      /^<!-- wp:html -->\n<div dir="rtl" lang="ar"[^>]*><p [^>]*class="mirror-says-[\w-]{16}">/,
    )
    expect(isAsWritten(inner)).toBe(true)
    // A site that moves replaces its address on all pages.
    expect(isAsWritten(inner.replaceAll('https://cms.example/', 'https://shop.example/'))).toBe(true)
    expect(isAsWritten(inner.replaceAll('https://cms.example/', 'https://cms.example/other/'))).toBe(false)
    const arabic = { kind: 'language', language: 'ar' } as const
    const after = renderer.renderParent(arabic, listing('Band', 'Folie'))
    const style = (content: string) => content.replace('<ul', '<ul id="all"')
    const before = style(renderer.renderParent(arabic, listing('Band')).content)
    const written = updateIndex({ content: before }, arabic, { wanted: after.inner, first: '' }, 'keep')
    const withoutLines = (text: unknown) => JSON.stringify(text).replaceAll('\\n', '')
    expect(withoutLines(written)).toBe(withoutLines({ kind: 'write', content: style(after.content) }))
  })

  it('is written once, into the block and nowhere else', () => {
    const around = (content: string) => `<p>Davor</p>\n${content}\n<p>Danach</p>`
    expect(update(around(first.content))).toEqual({ kind: 'write', content: around(filled.content) })
    expect(update(around(filled.content))).toEqual({ kind: 'same' })
  })

  it('stays as an editor changed it, even when nothing is remembered', () => {
    const other = renderer.renderParent(parent, listing('Früher')).content
    expect(update(other).kind).toBe('write')
    const edited = other.replace('Früher', 'Von Hand')
    expect(update(edited)).toEqual({ kind: 'edited' })
    expect(update(edited, 'overwrite')).toEqual({ kind: 'write', content: filled.content })
  })

  it.each([
    ['a class of the list', '<ul class="wp-block-list">', '<ul class="wp-block-list is-style-two">'],
    ['a hidden list', '<!-- wp:list {', '<!-- wp:list {"metadata":{"blockVisibility":false},'],
    [
      'a hidden introduction',
      '<!-- wp:paragraph {',
      '<!-- wp:paragraph {"metadata":{"blockVisibility":false},',
    ],
    [
      'an anchor of an item',
      '<li><a href="https://cms.example/?page_id=2"',
      '<li id="foil"><a href="https://cms.example/?page_id=2"',
    ],
    ['a link that opens a window', 'page_id=2">', 'page_id=2" target="_blank">'],
  ])('keeps %s when items are added, renamed and removed', (_, plain, styled) => {
    const other = renderer.renderParent(parent, listing('Band', 'Folie', 'Kelle')).content
    expect(other).toContain(plain)
    const dressed = other.replace(plain, styled)
    const result = update(dressed)
    expect(result).toEqual({ kind: 'write', content: filled.content.replace(plain, styled) })
    expect(update(filled.content.replace(plain, styled))).toEqual({ kind: 'same' })
  })

  it('keeps a hidden item with its product, and hides no other one', () => {
    const hiding = (content: string, id: number) =>
      content.replace(
        new RegExp(`<!-- wp:list-item -->\n(?=<li><a href="[^"]*page_id=${id}")`),
        '<!-- wp:list-item {"metadata":{"blockVisibility":false}} -->\n',
      )
    const links = [
      { title: 'Band', note: '', url: 'https://old.example/?page_id=1' },
      { title: 'Folie', note: '', url: 'https://old.example/?page_id=2' },
    ]
    const { content } = renderer.renderParent(parent, { links, total: 2 })
    expect(hiding(content, 2)).not.toBe(content)
    expect(update(hiding(content, 2))).toEqual({ kind: 'write', content: hiding(filled.content, 2) })
    const gone = renderer.renderParent(parent, {
      links: [{ title: 'Kelle', note: '', url: 'https://old.example/?page_id=3' }],
      total: 1,
    }).content
    expect(update(hiding(gone, 3))).toEqual({ kind: 'write', content: filled.content })
  })

  it('stays in a hidden group, with all changes', () => {
    const wrap = (content: string) =>
      content
        .replace(
          '<!-- wp:list ',
          '<!-- wp:group {"metadata":{"blockVisibility":false}} -->\n<div class="wp-block-group"><!-- wp:list ',
        )
        .replace('<!-- /wp:list -->', '<!-- /wp:list --></div>\n<!-- /wp:group -->')
    const other = renderer.renderParent(parent, listing('Früher')).content
    expect(update(wrap(other))).toEqual({ kind: 'write', content: wrap(filled.content) })
  })

  it('counts as changed if its styling has no place in the new one', () => {
    const other = renderer.renderParent(parent, listing('<Band>', 'Folie', 'Kelle'))
    const marked = other.content.replace('&lt;Band&gt;', '<span style="color:red">&lt;Band&gt;</span>')
    expect(isAsWritten(marked)).toBe(true)
    expect(update(marked)).toEqual({ kind: 'edited' })
    expect(update(marked, 'overwrite')).toEqual({ kind: 'write', content: filled.content })
    const deep = (markup: string) =>
      '<!-- wp:group -->'.repeat(101) + markup + '<!-- /wp:group -->'.repeat(101)
    expect(update(other.content.replace(other.inner, deep(other.inner)))).toEqual({ kind: 'edited' })
    const list = other.content.replace('<ul', '<ul id="a"')
    const nothing = (onEdit: 'keep' | 'overwrite') =>
      updateIndex({ content: list }, parent, { wanted: first.inner, first: first.inner }, onEdit)
    expect(nothing('keep')).toEqual({ kind: 'edited' })
    expect(nothing('overwrite')).toEqual({ kind: 'write', content: first.content })
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

it('counts the entries of a list, and none without a list', () => {
  expect(countListed(filled, parent)).toBe(2)
  expect(countListed({ content: filled.content.replace('<li>', '<li id="a">') }, parent)).toBe(2)
  expect(countListed(first, parent)).toBe(0)
  expect(countListed({ content: '<ul><li>Mine</li></ul>' }, parent)).toBe(0)
})

describe('names', () => {
  it.each([
    ['sv-se', ['Ärla', 'Band 10', 'Band 9', 'Åre'], ['Band 9', 'Band 10', 'Åre', 'Ärla']],
    ['de-de', ['Zelt', 'Ärla', 'Band'], ['Ärla', 'Band', 'Zelt']],
  ])('have the order of %s', (language, titles, sorted) => {
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

  it('that are equal are distinguished by their notes, and sorted by them', () => {
    const names = createNameList('en', 10)
    const given = ['B 10', 'A 1', 'B 9', 'C 3', 'B 11']
    names.add(given.map((line) => ({ title: line.slice(0, 1), note: line.slice(2) })))
    const { links } = names.list()
    expect(links.map(({ title, note }) => `${title} ${note}`)).toEqual(['A ', 'B 9', 'B 10', 'B 11', 'C '])
  })
})
