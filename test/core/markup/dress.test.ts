import { describe, expect, test } from 'vitest'
import { isDressed, redress, undress } from '../../../src/core/markup/dress.ts'
import { image, list, paragraph, textTable } from '../../../src/core/markup/blocks.ts'
import { documentCards } from '../../../src/core/markup/page-parts.ts'

const own = paragraph({ html: 'Tape for <strong>roofs</strong>.' })
const numbered = list({ ordered: true, items: [] })
const rows = textTable([
  ['Width', '60 mm'],
  ['Weight', '2 kg'],
])
const picture = image({ id: 41, url: 'https://a.example/u/2026/11/x-1024x683.jpg', alt: 'X', size: 'large' })

describe('a version with the same content', () => {
  test.each([
    ['a colour', own, own.replace('<p>', '<p class="has-red-color" style="color:#f00">')],
    ['a note', own, own.replace('wp:paragraph', 'wp:paragraph {"metadata":{"noteId":7}}')],
    [
      'a hidden block',
      own,
      own.replace('wp:paragraph', 'wp:paragraph {"metadata":{"blockVisibility":false}}'),
    ],
    ['a type of a list', numbered, numbered.replace('<ol', '<ol type="i"')],
    ['an anchor', own, own.replace('<p>', '<p id="intro">')],
    ['a table style', rows, rows.replace('{', '{"className":"is-style-stripes",')],
    ['a column width', rows, rows.replace('<td>', '<td style="width:30%">')],
    ['a table without even columns', rows, rows.replace(' class="has-fixed-layout"', '')],
    ['another size of the image', picture, picture.replaceAll('large', 'medium')],
    ['a coloured word', own, own.replace('roofs', '<span style="color:red">roofs</span>')],
    [
      'a group around it',
      own,
      `<!-- wp:group -->\n<div class="wp-block-group">${own}</div>\n<!-- /wp:group -->`,
    ],
  ])('is styled with %s', (_, base, current) => {
    expect(isDressed(base, current)).toBe(true)
  })

  test.each([
    ['the same bytes', own, own],
    ['classes of the editor', own, own.replace('<p>', '<p class="wp-block-paragraph">')],
    [
      'a default that the editor writes',
      rows,
      rows.replace('"hasFixedLayout":true', '"hasFixedLayout":false'),
    ],
    [
      'another layout of the JSON',
      rows,
      rows.replace('{"hasFixedLayout":true}', '{ "hasFixedLayout" : true }'),
    ],
    ['attributes that the HTML filter removed', rows, rows.replaceAll(/ (?:scope|data-align)="\w+"/g, '')],
    ['a tag that an editor does not write', own, own.replaceAll(/<\/?p>/g, '')],
    [
      'an empty object as a list',
      own.replace('wp:paragraph', 'wp:paragraph {"style":{}}'),
      own.replace('wp:paragraph', 'wp:paragraph {"style":[]}'),
    ],
    [
      'spaces in a style',
      own.replace('<p>', '<p style="color:red;margin:0 1em">'),
      own.replace('<p>', '<p style="color: red; margin: 0  1em;">'),
    ],
    [
      'an attribute without a value in a text that is no JSON',
      own,
      own.replace('wp:paragraph', 'wp:paragraph {]}'),
    ],
  ])('is not styled with %s', (_, base, current) => {
    expect(isDressed(base, current)).toBe(false)
  })
})

describe('another text gets an editor’s attributes', () => {
  test.each([
    [
      'on delimiter and element',
      own,
      own
        .replace('wp:paragraph', 'wp:paragraph {"textColor":"red","className":"big"}')
        .replace('<p>', '<p id="a" class="big has-red-color" style="font-family:&quot;A;B&quot;">'),
      paragraph('Wind.'),
      '<!-- wp:paragraph {"textColor":"red","className":"big"} -->\n<p class="big has-red-color" style="font-family:&quot;A;B&quot;" id="a">Wind.</p>\n<!-- /wp:paragraph -->',
    ],
    [
      'beside ours',
      list({ ordered: false, items: [] }),
      list({ ordered: false, items: [] })
        .replace('"wp-block-list"}', '"wp-block-list blue","lock":{"move":true}}')
        .replace('"wp-block-list">', '"wp-block-list blue">'),
      list({ ordered: true, items: [] }).replace('<ol', '<ul'),
      '<!-- wp:list {"ordered":true,"className":"wp-block-list blue","lock":{"move":true}} -->\n<ul class="wp-block-list blue"></ol>\n<!-- /wp:list -->',
    ],
    [
      'or loses those that the editor removed',
      paragraph('A', 'lead').replace('"lead"}', '"lead","dropCap":true}'),
      paragraph('A'),
      paragraph('B', 'lead').replace('"lead"}', '"lead","dropCap":true}'),
      paragraph('B'),
    ],
    [
      'also with a layout of a table that is in the class and in the block',
      rows,
      rows.replace(' class="has-fixed-layout"', '').replace('{"hasFixedLayout":true} ', ''),
      rows.replace('60', '80'),
      rows
        .replace('60', '80')
        .replace(' class="has-fixed-layout"', '')
        .replace('{"hasFixedLayout":true} ', ''),
    ],
    [
      'without a value, and in a block without markup',
      '<!-- wp:a/b {"x":1} /--><p>A</p>',
      '<!-- wp:a/b {"x":1,"lock":{"move":true}} /--><p hidden>A</p>',
      '<!-- wp:a/b {"x":1} /--><p>B</p>',
      '<!-- wp:a/b {"x":1,"lock":{"move":true}} /--><p hidden>B</p>',
    ],
    [
      'that the partner sets as well',
      own,
      own.replace('<p>', '<p class="b">'),
      own.replace('<p>', '<p class="b">').replace('Tape', 'Wind'),
      own.replace('<p>', '<p class="b">').replace('Tape', 'Wind'),
    ],
    [
      'and the addresses of a site that moved',
      picture,
      picture.replace('https://a.example/u/2026/11/x-1024x683.jpg', 'https://b.example/files/2026/11/x.jpg'),
      picture.replace('alt="X"', 'alt="Y"'),
      picture
        .replace('https://a.example/u/2026/11/x-1024x683.jpg', 'https://b.example/files/2026/11/x.jpg')
        .replace('alt="X"', 'alt="Y"'),
    ],
  ])('%s', (_, ...[base, current, wanted, expected]) => {
    expect(redress({ base, current, wanted })).toBe(expected)
  })

  test.each([
    ['its element is gone', own.replace('<strong>', '<strong id="a">'), paragraph('Wind.')],
    [
      'the partner gives the same attribute another value',
      own.replace('<p>', '<p id="a">'),
      own.replace('<p>', '<p id="b">'),
    ],
    ['it is on an element that the editor added', own.replace('roofs', '<span id="a">roofs</span>'), own],
  ])('unless %s', (_, current, wanted) => {
    expect(redress({ base: own, current, wanted })).toBeUndefined()
    expect(redress({ base: own, current, wanted }, 'leave out')).toBe(wanted)
  })
})

test('markup that is nested deeper than on any page is compared as far as it is read', () => {
  const deep = (style: string): string => `<p${style}>A</p>${'<i>'.repeat(1_100)}<b${style}>B`
  expect(isDressed(deep(''), deep(' id="a"'))).toBe(true)
  expect(isDressed(deep(''), deep('').replace('<b>', '<b id="a">'))).toBe(false)
})

test('a group of an editor is removed from ours, although the layout has groups and columns with our classes', () => {
  const cards = documentCards([{ url: 'https://cms.example/a.pdf', title: 'Data sheet', note: 'PDF' }])
  const wrap = (inner: string) =>
    `<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group">${inner}</div>\n<!-- /wp:group -->`
  expect(undress(`${wrap(own)}\n\n${cards}`, `${own}\n\n${cards}`)).toBe(`${own}\n\n${cards}`)
  expect(undress(wrap(cards), cards)).toBe(cards)
  expect(isDressed(cards, wrap(cards))).toBe(true)
})

test('a text loses the attributes that ours has nowhere, and keeps those that the editors derive', () => {
  const styled = own
    .replace('wp:paragraph', 'wp:paragraph {"metadata":{"noteId":7},"className":"big"}')
    .replace('<p>', '<p class="big wp-block-paragraph" style="color:red" title="T">')
  expect(undress(styled, own)).toBe(own.replace('<p>', '<p class="wp-block-paragraph">'))
  expect(undress(paragraph('A', 'lead'), paragraph('B', 'lead'))).toBe(paragraph('A', 'lead'))
})
