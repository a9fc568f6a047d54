import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { banner } from '../../../src/core/markup/page-parts.ts'
import { changedUrlsOf, showsMoved } from '../../../src/core/media/outdated-files.ts'
import { recheckPart } from '../../../src/core/media/recheck.ts'
import { assetsOf } from '../../../src/core/record/assets.ts'
import type { Product } from '../../../src/core/record/product.ts'
import type { Media } from '../../../src/core/record/media.ts'
import { productOf, snapshotOf } from '../../helpers/content/records.ts'

const withAssets = <One extends { product: Product }>(one: One) => ({
  ...one,
  assets: assetsOf(one.product, { banner: true }),
  mappedFiles: () => ({}),
})
const week = 7 * 86_400_000
const cursor = '0'

describe('the files that a run requests again', () => {
  test.each([
    ['none right after the last part', 700, 0, 0],
    ['a seventh after a day', 700, week / 7, 100],
    ['all after a week or more', 700, week, 700],
    ['all after a month', 700, 4 * week, 700],
    ['none while the part is less than a file', 3, week / 7, 0],
    ['none where there are none', 0, week, 0],
    ['none where the clock went back', 700, -week, 0],
  ])('are %s', (_, total, elapsed, count) => {
    expect(recheckPart(total, { at: 0, cursor }, { now: elapsed, intervalMs: week }).count).toBe(count)
  })

  test('are those of the time since now, if the clock of the last run was ahead', () => {
    const { count, next } = recheckPart(700, { at: week, cursor }, { now: 0, intervalMs: week })
    expect(count).toBe(0)
    expect(recheckPart(700, next, { now: week / 7, intervalMs: week }).count).toBe(100)
  })

  test('are all files in every run if the interval is zero', () => {
    expect(recheckPart(5, { at: 9, cursor }, { now: 9, intervalMs: 0 }).count).toBe(5)
  })

  test('add up to all of them in the interval, however often runs come', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: week / 3 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), gaps, (total, between) => {
        let state = { at: 0, cursor }
        let now = 0
        let asked = 0
        for (const gap of between) {
          now += gap
          const { count, next } = recheckPart(total, state, { now, intervalMs: week })
          asked += count
          state = next
        }
        expect(asked).toBeGreaterThan((total * now) / week - 1.001)
        expect(asked).toBeLessThanOrEqual((total * now) / week + 0.001)
      }),
    )
  })
})

describe('a page with a file that changed at its address', () => {
  const url = 'https://partner.example/a.pdf'
  const changed = new Map([[url, 'new']])
  const now: Media = {
    id: 9,
    sha256: 'new',
    url: 'https://cms.example/new.pdf',
    mime: 'application/pdf',
    bytes: 1,
  }
  const page = (inner: string, featuredMedia = 0) => ({
    product: productOf({ image: '', datasheet: url, safety_datasheet: 'https://partner.example/b.pdf' }),
    base: { ...snapshotOf().base, inner, featuredMedia },
  })

  test.each([
    ['is outdated while the library lacks the new bytes', page('old.pdf'), new Map(), [url]],
    ['is outdated while it links the earlier file', page('old.pdf'), new Map([['new', now]]), [url]],
    ['is up to date once it links the new one', page(`<a href="${now.url}">`), new Map([['new', now]]), []],
  ])('%s', (_, snapshot, media, urls) => {
    expect(changedUrlsOf(withAssets(snapshot), changed, media)).toEqual(urls)
  })

  test.each([
    ['is up to date once the new image is the featured one of a template without images', '', 9, []],
    ['is up to date once it shows the new image twice', `<img src="${now.url}"/>`, 9, []],
    ['is outdated while the featured image is an earlier one', `<img src="${now.url}"/>`, 8, [url]],
    ['is outdated while its text shows an earlier address', '<img src="old.png"/>', 9, [url]],
  ])('%s', (_, inner, featuredMedia, urls) => {
    const { base } = page(inner, featuredMedia)
    const product = productOf({ image: url, banner: '', datasheet: '', safety_datasheet: '' })
    expect(changedUrlsOf(withAssets({ product, base }), changed, new Map([['new', now]]))).toEqual(urls)
  })

  test.each([
    ['is outdated while its banner is an earlier one', '<img src="old.png"/>', [url]],
    ['is up to date once it shows the new banner', `<img src="${now.url}"/>`, []],
  ])('%s', (_, inner, urls) => {
    const product = productOf({ image: '', banner: url, datasheet: '', safety_datasheet: '' })
    const { base } = page(inner)
    expect(changedUrlsOf(withAssets({ product, base }), changed, new Map([['new', now]]))).toEqual(urls)
  })

  const signedUrl = `${url}?X-Amz-Signature=a`
  test.each([
    ['is outdated while a mapped field has the id of a deleted file', url, 8, [url]],
    ['is outdated while a mapped field has the id of a deleted file with a signed link', signedUrl, 8, [url]],
    ['is up to date once a mapped field has the id of the new file', url, 9, []],
    ['is up to date although a mapped field was empty when it was written', url, null, []],
  ])('%s', (_, datasheet, id, urls) => {
    const product = productOf({ image: '', banner: '', datasheet, safety_datasheet: '' })
    const { base } = page(`<a href="${now.url}">`)
    const shown = { ...withAssets({ product, base: { ...base, 'acf.datasheet': id } }) }
    const mappedFiles = (mediaOf: (file: string) => Media | undefined) => ({
      'acf.datasheet': mediaOf(product.datasheet)?.id,
      'acf.other': mediaOf('https://partner.example/other.pdf')?.id,
    })
    expect(changedUrlsOf({ ...shown, mappedFiles }, changed, new Map([['new', now]]))).toEqual(urls)
  })

  test('is up to date once its featured image is new, although its text shows a banner', () => {
    const product = productOf({ image: url, banner: '', datasheet: '', safety_datasheet: '' })
    const { base } = page(banner({ id: 8, url: 'banner.jpg', alt: '', size: 'large' }), 9)
    expect(changedUrlsOf(withAssets({ product, base }), changed, new Map([['new', now]]))).toEqual([])
  })
})

describe('a page with outdated files', () => {
  const url = 'https://partner.example/a.pdf'
  const media: Media = {
    id: 9,
    sha256: 'a',
    url: 'https://new.example/files/2026/11/a.pdf',
    mime: 'application/pdf',
    bytes: 1,
  }
  const old = 'http://old.example/wp-content/uploads/2026/11/a.pdf'
  test.each([
    ['shows them where they were before a move', `<a href="${old}">`, media, true],
    ['shows other files', '<a href="http://old.example/wp-content/uploads/2026/11/b.pdf">', media, false],
    ['shows them where they are', `<a href="${media.url}">`, media, false],
    ['shows files that are lost', `<a href="${old}">`, undefined, false],
  ])('%s', (_, inner, known, moved) => {
    const { base } = snapshotOf(productOf(), { base: { title: '', excerpt: '', inner, featuredMedia: 9 } })
    expect(showsMoved({ base }, { urls: [url] }, () => known)).toBe(moved)
  })
})
