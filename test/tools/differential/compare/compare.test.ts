import { expect, test } from 'vitest'
import type { Answer, Exchange, Sides, Step } from '../../../../tools/differential/step.ts'
import { findingsOf } from '../../../../tools/differential/compare/classes.ts'
import { compare, outcomeOf } from '../../../../tools/differential/compare/compare.ts'
import { toKnown } from '../../../../tools/differential/compare/documented.ts'
import { createIds } from '../../../../tools/differential/compare/ids.ts'

const side = (site: string, root: string) => ({
  site,
  root: site + root,
  send: () => Promise.reject(new Error('not used')),
  reset: () => Promise.resolve(),
  close: () => Promise.resolve(),
})
const sides: Sides = {
  engine: side('http://127.0.0.1:1111', '/wp-json'),
  bundled: side('http://127.0.0.1:2222', '/api/rest'),
}
const step: Step = { as: 'admin', method: 'GET', path: '/cms/v2/pages/{{r0}}?context=edit' }

function answer(json: unknown, more: Partial<Answer> = {}): Answer {
  return { status: 200, headers: {}, text: JSON.stringify(json), json, ...more }
}

function found(engine: Answer, bundled: Answer) {
  const exchange: Exchange = { step, engine, bundled }
  return findingsOf(step, compare(exchange, sides, createIds()))
}

test('hosts, roots, uploads and names of the two servers do not count as differences', () => {
  const engine = {
    link: 'http://127.0.0.1:1111/a/',
    content: String.raw`<!-- wp:image {"url":"http:\/\/127.0.0.1:1111\/wp-content\/uploads\/a.jpg"} -->`,
    _links: {
      'wp:term': [{ href: 'http://127.0.0.1:1111/wp-json/wp/v2/tags' }],
      curies: [{ name: 'wp', href: 'x' }],
    },
  }
  const bundled = {
    link: 'http://127.0.0.1:2222/a/',
    content: String.raw`<!-- wp:image {"url":"http:\/\/127.0.0.1:2222\/uploads\/a.jpg"} -->`,
    _links: {
      'cms:term': [{ href: 'http://127.0.0.1:2222/api/rest/cms/v2/tags' }],
      curies: [{ name: 'cms', href: 'x' }],
    },
  }
  const next = (root: string) => ({ headers: { link: `<${root}/pages?page=2>; rel="next"` } })
  expect(
    found(
      answer(engine, next('http://127.0.0.1:1111/wp-json/wp/v2')),
      answer(bundled, next('http://127.0.0.1:2222/api/rest/cms/v2')),
    ),
  ).toEqual([])
})

test('ids of the same row do not differ in any place, ids of other rows do', () => {
  const row = (id: number, parent: number, site: string) => ({
    id,
    parent,
    link: `${site}/?page_id=${id}`,
    slug: String(id),
  })
  const engine = [row(31, 0, 'http://127.0.0.1:1111'), row(32, 31, 'http://127.0.0.1:1111')]
  const bundled = [row(41, 0, 'http://127.0.0.1:2222'), row(42, 41, 'http://127.0.0.1:2222')]
  expect(found(answer(engine), answer(bundled))).toEqual([])
  const other = [bundled[0], { ...bundled[1], parent: 42 }]
  expect(found(answer(engine), answer(other)).map(({ key }) => key)).toEqual(['pages: parent'])
})

test('rows of the initial state keep their ids', () => {
  expect(found(answer({ id: 2 }), answer({ id: 3 })).map(({ key }) => key)).toEqual(['pages: id'])
})

test('dates around now do not differ, others do', () => {
  const now = Date.now()
  const at = (ms: number) => new Date(now + ms).toISOString().slice(0, 19)
  expect(found(answer({ date_gmt: at(0) }), answer({ date_gmt: at(-4000) }))).toEqual([])
  expect(found(answer({ date_gmt: at(0) }), answer({ date_gmt: at(-86_400_000) }))).toHaveLength(1)
  expect(
    found(answer({ date: '2024-01-15T09:00:00' }), answer({ date: '2024-01-15T09:00:01' })),
  ).toHaveLength(1)
})

test('a path is reported once, with the side that has it', () => {
  const list = [{ slug: 'a' }, { slug: 'b' }]
  const more = list.map((row) => ({ ...row, level: 1 }))
  expect(found(answer(list), answer(more)).map(({ key }) => key)).toEqual([
    'pages: level (only in the bundled server)',
  ])
})

test('another order of a list is one difference', () => {
  const list = [
    { slug: 'a', x: 1 },
    { slug: 'b', x: 2 },
  ]
  expect(found(answer(list), answer(list.toReversed())).map(({ key }) => key)).toEqual(['pages: (order)'])
})

test('different outcomes are one difference, whatever the bodies contain', () => {
  const refused = answer({ code: 'rest_forbidden', message: 'No.' }, { status: 403 })
  expect(found(answer({ id: 1 }), refused).map(({ key, kind }) => [key, kind])).toEqual([
    ['GET /cms/v2/pages/<id>: 200 → 403 rest_forbidden', 'outcome'],
  ])
})

test('the outcome of a batch includes those of its sub-requests', () => {
  const responses = [{ status: 201, body: {} }, null, { status: 404, body: { code: 'rest_no_route' } }]
  expect(outcomeOf(answer({ responses }, { status: 207 }))).toBe('207 201 null 404:rest_no_route')
})

test('JSONP is compared as the JSON inside it', () => {
  const text = (body: string) => answer(undefined, { text: `/**/callback(${body})` })
  expect(found(text('{"a":1,"b":"\\/"}'), text('{"b":"/","a":1}'))).toEqual([])
})

test('an entry of the documented list matches by class, values and request', () => {
  const [finding] = found(answer({ title: 'Private: x' }), answer({ title: 'x' }))
  if (finding === undefined) throw new Error('expected a difference')
  const fits = (entry: Parameters<typeof toKnown>[0]) => toKnown(entry).fits(finding, step)
  expect(fits({ class: 'title$', engine: '^"Private: ', why: '' })).toBe(true)
  expect(fits({ class: 'title$', bundled: '^"Private: ', why: '' })).toBe(false)
  expect(fits({ class: 'title$', request: 'context=view', why: '' })).toBe(false)
})
