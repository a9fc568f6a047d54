import { describe, expect, test } from 'vitest'
import { changedFields } from '../../../src/core/plan/diff.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { productOf } from '../../helpers/content/records.ts'

const differ = (before: Partial<Product>, after: Partial<Product>) =>
  changedFields(productOf(before), productOf(after))

const attribute = (name: string, value = '1') => ({ name, norm: '', value })
const link = (query: string) => `<p>Mehr: <a href="https://p.example/a.pdf${query}">Merkblatt</a></p>`

describe('no change is what pages do not show:', () => {
  test('another order of attributes or materials', () => {
    const [a, b] = [attribute('Dicke'), attribute('Breite')]
    expect(differ({ attributes: [a, b, a] }, { attributes: [a, a, b] })).toEqual([])
    const [c, d] = [
      { name: 'PP', value: '80 %' },
      { name: 'PE', value: '20 %' },
    ]
    expect(differ({ materials: [c, d] }, { materials: [d, c] })).toEqual([])
  })

  test('ids, classes, data and comments in markup', () => {
    const html = (id: string) =>
      `<div id="${id}" data-x="${id}"><p class="${id}">Für <b>außen</b>.<!-- ${id} --></p></div>`
    expect(differ({ application: html('a1') }, { application: html('b2') })).toEqual([])
  })

  test('signatures of links in markup', () => {
    const signed = (signature: string) =>
      link(`?v=2&amp;X-Amz-Date=20261128T000000Z&amp;X-Amz-Signature=${signature}`)
    expect(differ({ advantages: signed('a') }, { advantages: signed('b') })).toEqual([])
  })
})

describe('a change is', () => {
  test('another value, one more entry, or one entry less', () => {
    const [a, b] = [attribute('Dicke'), attribute('Breite')]
    expect(differ({ attributes: [a] }, { attributes: [attribute('Dicke', '2')] })).toEqual(['attributes'])
    expect(differ({ attributes: [a, b] }, { attributes: [a, b, b] })).toEqual(['attributes'])
    expect(differ({ attributes: [a, b] }, { attributes: [a] })).toEqual(['attributes'])
  })

  test('another word, order, emphasis or target in markup', () => {
    const changed = (before: string, after: string) =>
      expect(differ({ application: before }, { application: after })).toEqual(['application'])
    changed('<p>Für außen.</p>', '<p>Für innen.</p>')
    changed('<ol><li>Erst</li><li>Dann</li></ol>', '<ol><li>Dann</li><li>Erst</li></ol>')
    changed('<p>Nicht nass</p>', '<p><strong>Nicht</strong> nass</p>')
    changed(link('?v=1'), link('?v=2'))
  })

  test('another order of words in a text that is not markup', () => {
    expect(differ({ intro: 'a b' }, { intro: 'b a' })).toEqual(['intro'])
  })
})

test('a field of markup that an older snapshot does not have is a difference', () => {
  const { application, ...older } = productOf({ application: '<p>Kleben.</p>' })
  expect(changedFields(older as Product, productOf({ application }))).toEqual(['application'])
})
