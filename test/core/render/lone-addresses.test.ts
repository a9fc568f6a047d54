import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { buttons, heading, linkList, paragraph, textTable } from '../../../src/core/markup/blocks.ts'
import { anyProduct, mediaAt } from '../../helpers/content/arbitraries.ts'

/** As the engine searches a page line by line: outside of tags, an address alone on a line becomes an embed. */
function embedsOf(markup: string): string[] {
  const lines = markup.replaceAll(/<[^>]*>/g, (tag) => tag.replaceAll('\n', ' ')).split('\n')
  return lines.filter((line) => /^\s*https?:\/\/[^\s<>"]+\s*$/i.test(line))
}

const address = 'https://video.example/watch'
const anyAddress = fc
  .array(fc.constantFrom(address, '\n', '\r\n', ' ', 'a', '<br>', '<p>', '<li>', '<td>', '&#10;', '\t'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))

const renderer = createRenderer(await readTemplates())

test('no address of the partner is alone on a line of a page, whatever its records contain', () => {
  fc.assert(
    fc.property(anyProduct, anyAddress, (product, text) => {
      const { inner } = renderer.render(
        {
          ...product,
          name: text,
          intro: text,
          application: text,
          advantages: `<table><tr><td>${text}</td></tr></table><ul><li>${text}</li></ul>`,
          item_number: text,
          trade_unit: text,
          attributes: [{ name: text, norm: text, value: text }],
          materials: [{ name: text, value: text }],
        },
        mediaAt,
        { languages: [{ language: 'de-de', url: address }] },
      )
      expect(embedsOf(inner)).toEqual([])
    }),
  )
})

test.each([
  ['a cell', textTable([['a', `b\n${address}\nc`]], [`b\r\n${address}\r\n`])],
  ['a heading', heading(2, `b\n${address}\nc`)],
  ['a paragraph', paragraph(`b\n${address}\nc`)],
  ['a link', linkList([{ url: address, title: `b\n${address}\nc`, note: `\n${address}\n` }])],
  ['a button', buttons([{ url: address, text: `b\n${address}\nc` }])],
])('an address on a line of %s stays in the line', (_, markup) => {
  expect(embedsOf(markup)).toEqual([])
  expect(markup).toContain(`b ${address}`)
})
