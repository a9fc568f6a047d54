import { parse } from '@wordpress/block-serialization-default-parser'
import { describe, expect, test } from 'vitest'
import { image, languageLine, languageList, paragraph, textTable } from '../../../src/core/markup/blocks.ts'
import { columns } from '../../../src/core/markup/containers.ts'
import { documentCards, hero } from '../../../src/core/markup/page-parts.ts'

const picture = { id: 7, url: 'https://cms.example/tape.jpg', alt: 'Tape', size: 'large' } as const
const facts = [['GTIN', '4006381333931']]
const sheet = (title: string) => ({ url: `https://cms.example/${title}.pdf`, title, note: 'English, PDF' })

/** The names of the blocks, each with those inside it. */
function treeOf(markup: string): unknown[] {
  const names = (blocks: ReturnType<typeof parse>): unknown[] =>
    blocks
      .filter(({ blockName }) => blockName !== null)
      .map(({ blockName, innerBlocks }) =>
        innerBlocks.length === 0 ? blockName : [blockName, ...names(innerBlocks)],
      )
  return names(parse(markup))
}

describe('columns', () => {
  test('are in the markup of the editor, with a width that it derives from the attribute', () => {
    expect(
      columns([{ blocks: paragraph('A'), width: '40%' }, { blocks: [paragraph('B'), '', paragraph('C')] }]),
    ).toBe(
      '<!-- wp:columns -->\n<div class="wp-block-columns">' +
        '<!-- wp:column {"width":"40%"} -->\n<div class="wp-block-column" style="flex-basis:40%"><!-- wp:paragraph -->\n<p>A</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:column -->\n\n' +
        '<!-- wp:column -->\n<div class="wp-block-column"><!-- wp:paragraph -->\n<p>B</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>C</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->',
    )
  })

  test('without content are omitted', () => {
    expect(columns([{ blocks: '' }, { blocks: paragraph('A') }])).toBe(columns([{ blocks: paragraph('A') }]))
    expect(columns([{ blocks: '' }, { blocks: [''] }])).toBe('')
  })
})

describe('the hero', () => {
  test('has the image next to the introduction and the key facts', () => {
    expect(treeOf(hero({ image: picture, intro: paragraph('A'), facts }))).toEqual([
      ['core/columns', ['core/column', 'core/image'], ['core/column', 'core/paragraph', 'core/table']],
    ])
  })

  test('without an image has the introduction above the key facts', () => {
    expect(hero({ intro: paragraph('A'), facts })).toBe(`${paragraph('A')}\n\n${textTable(facts)}`)
  })

  test('has no columns for a part that is alone', () => {
    expect(hero({ intro: paragraph('A'), facts: [] })).toBe(paragraph('A'))
    expect(hero({ intro: '', facts })).toBe(textTable(facts))
    expect(hero({ intro: '', facts: [] })).toBe('')
    expect(treeOf(hero({ image: picture, intro: '', facts: [] }))).toEqual([
      ['core/columns', ['core/column', 'core/image']],
    ])
    expect(hero({ image: picture, intro: '', facts: [] })).toContain(image(picture))
  })
})

describe('documents', () => {
  test('are cards in the markup of the editor, two in a row', () => {
    const markup = documentCards(['a', 'b', 'c'].map(sheet))
    const card = ['core/column', ['core/group', 'core/paragraph']]
    expect(treeOf(markup)).toEqual([
      ['core/columns', card, card],
      ['core/columns', card],
    ])
    expect(markup).toContain(
      '<!-- wp:group {"className":"mirror-document","style":{"border":{"width":"1px","radius":"4px"},"spacing":{"padding":{"top":"1em","right":"1em","bottom":"1em","left":"1em"}}}} -->\n' +
        '<div class="wp-block-group mirror-document" style="border-width:1px;border-radius:4px;padding-top:1em;padding-right:1em;padding-bottom:1em;padding-left:1em"><!-- wp:paragraph -->\n' +
        '<p><a href="https://cms.example/a.pdf">a</a><br>English, PDF</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->',
    )
    expect(documentCards([])).toBe('')
  })

  test('have no line for a note that is empty', () => {
    expect(documentCards([{ ...sheet('a'), note: '' }])).toContain(
      '<p><a href="https://cms.example/a.pdf">a</a></p>',
    )
  })
})

test('links to other languages are one line or a list, with the direction of a language that runs the other way', () => {
  const links = [
    { url: 'https://cms.example/de/', title: 'Deutsch', language: 'de-de' },
    { url: 'https://cms.example/ar/', title: 'العربية', language: 'ar-ae', direction: 'rtl' as const },
  ]
  const anchors = [
    '<a href="https://cms.example/de/" lang="de-de" hreflang="de-de">Deutsch</a>',
    '<a href="https://cms.example/ar/" lang="ar-ae" hreflang="ar-ae" dir="rtl">العربية</a>',
  ]
  expect(languageLine(links)).toBe(
    `<!-- wp:paragraph {"className":"mirror-languages"} -->\n<p class="mirror-languages">${anchors.join(' · ')}</p>\n<!-- /wp:paragraph -->`,
  )
  for (const anchor of anchors) expect(languageList(links)).toContain(`<li>${anchor}</li>`)
})
