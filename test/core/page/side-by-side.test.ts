import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { toSideBySide } from '../../../src/core/page/side-by-side.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { fullProduct, sampleMedia } from '../../../src/core/render/template/sample.ts'
import type { Product } from '../../../src/core/record/product.ts'

const renderer = createRenderer(await readTemplates())
const pageOf = (fields: Partial<Product> = {}) => ({
  key: { ...fullProduct, ...fields },
  texts: renderer.render({ ...fullProduct, ...fields }, sampleMedia),
})

/** The frames of a document by title, with their HTML. */
function framesIn(html: string): Record<string, string> {
  const frames: Record<string, string> = {}
  const parser = new Parser({
    onopentag: (name, { title = '', srcdoc = '', sandbox }) => {
      if (name !== 'iframe') return
      expect(sandbox).toBe('allow-popups allow-popups-to-escape-sandbox')
      frames[title] = srcdoc
    },
  })
  parser.end(html)
  return frames
}

test('a page is shown before and after, each as a whole document in its language and direction', () => {
  const html = toSideBySide(
    { before: pageOf({ language: 'ar' }), after: pageOf({ language: 'ar', price: '2' }) },
    [],
  )
  const frames = framesIn(html)
  expect(Object.keys(frames)).toEqual(['Before', 'After'])
  for (const frame of Object.values(frames))
    expect(frame).toMatch(
      /^<!doctype html>\n<html lang="ar" dir="rtl">\n<head>\n<meta charset="utf-8">\n<base target="_blank">/,
    )
  expect(frames['Before']).toContain('1,234.50')
  expect(frames['After']).not.toContain('1,234.50')
  expect(html).toContain('<label><input type="radio" name="version" id="show-after" checked> After</label>')
})

test('the differences are listed by field', () => {
  const html = toSideBySide(
    { before: pageOf(), after: pageOf({ name: 'Tape <b>', item_number: '10-2', intro: '' }) },
    [],
  )
  expect(html).toContain('<summary>3 changed fields</summary>')
  expect(html).toContain('<h3>title</h3>')
  expect(html).toContain('<ins>+ Tape &lt;b&gt;</ins>')
  expect(html).toContain('<del>− Item number | 10-1</del>')
  expect(html).toContain('<ins>+ Item number | 10-2</ins>')
  expect(html).not.toContain('GTIN | ')
})

test('a long list of differences is cut, with a count', () => {
  const attributes = Array.from({ length: 61 }, (_, at) => ({ name: `Class ${at}`, norm: '', value: 'A' }))
  const [before, after] = [pageOf({ attributes: [] }), pageOf({ attributes })]
  expect(toSideBySide({ before, after }, [])).toContain('<p>… 2 more changed lines</p>')
})

test('a page without a difference has no list of differences, and one that does not exist yet no second side', () => {
  expect(toSideBySide({ before: pageOf(), after: pageOf() }, [])).not.toContain('<details>')
  const html = toSideBySide({ before: undefined, after: pageOf() }, [])
  expect(Object.keys(framesIn(html))).toEqual(['New page'])
  expect(html).not.toContain('<details>')
  expect(html).not.toContain('type="radio"')
})

test('notes are text, and nothing runs, whatever is on the page', () => {
  const hostile = pageOf()
  const texts = {
    ...hostile.texts,
    title: '</title><script>alert(1)</script>"',
    inner: `${hostile.texts.inner}<script>alert(2)</script><img src=x onerror="alert(3)">`,
  }
  const html = toSideBySide({ before: hostile, after: { ...hostile, texts } }, ['Fish & <chips>'])
  expect(html).toContain('<li>Fish &amp; &lt;chips&gt;</li>')
  expect(html).toContain("default-src 'none'; img-src http: https: data:;")
  const outer = new Set<string>()
  new Parser({
    onopentagname: (name) => void outer.add(name),
    onattribute: (name) => void outer.add(name),
  }).end(html)
  expect(outer).not.toContain('script')
  expect(outer).not.toContain('onerror')
})
