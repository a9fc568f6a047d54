import { describe, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { factsOf } from '../../../src/core/markup/visible-content.ts'
import { unitsOf } from '../../../src/core/markup/units.ts'
import { renderNotice } from '../../../src/core/render/notice.ts'
import { isAsWritten } from '../../../src/core/render/parent.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'

const labels = { discontinued: 'Weg & vorbei.', replaced_by: 'Jetzt: {product}.' }
const successor = { title: 'Band <2> $&', url: 'https://cms.example/?a=1&b=2' }
const textOf = (markup: string): string =>
  factsOf(markup)
    .flatMap(({ kind, value }) => (kind === 'text' ? [value] : []))
    .join('')

test('a notice is one paragraph with our class, and the digest of its text', () => {
  const notice = renderNotice('de-de', labels)
  expect(notice).toMatch(
    /^<!-- wp:paragraph \{"className":"(mirror-notice mirror-says-[\w-]{16})"\} -->\n<p class="\1"><strong>Weg &amp; vorbei\.<\/strong><\/p>\n<!-- \/wp:paragraph -->$/,
  )
  expect(unitsOf(notice)?.map(({ kind }) => kind)).toEqual(['core/paragraph mirror-notice'])
  expect(isAsWritten(notice)).toBe(true)
  expect(isAsWritten(notice.replace('Weg', 'Da'))).toBe(false)
})

describe('a successor', () => {
  test('is linked in place of the placeholder in its label', () => {
    const notice = renderNotice('de-de', labels, successor)
    expect(textOf(notice)).toBe('Weg & vorbei. Jetzt: Band <2> $&.')
    expect(notice).toContain('<a href="https://cms.example/?a=1&amp;b=2">Band &lt;2&gt; $&amp;</a>')
    expect(isAsWritten(notice)).toBe(true)
  })

  test('follows a label without the placeholder', () => {
    const notice = renderNotice('de-de', { ...labels, replaced_by: 'Neu:' }, successor)
    expect(textOf(notice)).toBe('Weg & vorbei. Neu: Band <2> $&')
  })
})

test('a notice in a right-to-left language has its direction', () => {
  expect(renderNotice('ar', labels)).toMatch(
    /^<!-- wp:paragraph \{"direction":"rtl","className":"(.*)"\} -->\n<p class="\1" dir="rtl">/,
  )
})

test.each([
  ['de-at', 'Dieses Produkt ist nicht mehr erhältlich.'],
  ['fr-fr', 'Ce produit n’est plus disponible.'],
  ['ja-jp', 'This product is no longer available.'],
])('a renderer writes it in %s', async (language, text) => {
  expect(textOf(createRenderer(await readTemplates()).renderNotice(language))).toBe(text)
})
