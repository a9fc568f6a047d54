import { expect, test } from 'vitest'
import { type World, differences } from './differences.ts'
import { headerDifferences } from './header-differences.ts'

const world: World = {
  variables: { root: 'http://cms.test/api', id: 7 },
  tolerate: new Set(['class_list']),
  timezone: 'Europe/Vienna',
  now: Date.UTC(2026, 6, 1, 12),
}

test.each([
  ['a plain value', 1, 1, 2],
  ['null', null, null, 0],
  ['a variable with its type', '{{id}}', 7, '7'],
  ['a variable inside a text', '{{root}}/x', 'http://cms.test/api/x', '/x'],
  ['any value', { a: { $any: true } }, { a: null }, {}],
  ['an absent member', { a: { $absent: true } }, {}, { a: 1 }],
  ['an integer', { $int: true }, 3, 3.5],
  ['a number', { $number: true }, 3.5, '3'],
  ['a text', { $string: true }, '', 1],
  ['a truth value', { $bool: true }, false, 0],
  ['a list', { $array: true }, [], {}],
  ['a map', { $object: true }, {}, []],
  ['an address', { $url: true }, 'http://x.test/a', '/a'],
  ['a date', { $date: true }, '2024-01-02T03:04:05', '2024-01-02'],
  ['now in GMT', { $now: 'gmt' }, '2026-07-01T12:10:00', '2026-07-01T14:00:00'],
  ['now on the site', { $now: 'site' }, '2026-07-01T14:00:00', '2026-07-01T12:00:00'],
  ['an empty map or list', { $empty: true }, [], [1]],
  ['a pattern', { $match: '^{{root}}/\\d+$' }, 'http://cms.test/api/5', 'http://cmsxtest/api/5'],
  ['an ending', { $endsWith: '.jpg' }, 'a.jpg', 'a.png'],
  ['at least these members', { $subset: { a: 1 } }, { a: 1, b: 2 }, { b: 2 }],
  ['a length', { $length: 2 }, [1, 2], [1]],
  ['each item', { $each: { $int: true }, $min: 1 }, [1, 2], []],
  ['an item', { $contains: [{ $subset: { a: 1 } }] }, [{ a: 2 }, { a: 1 }], [{ a: 2 }]],
  ['items in any order', { $unordered: ['a', 'b'] }, ['b', 'a'], ['b', 'b']],
  ['one of several', { $oneOf: [1, { $string: true }] }, 'x', 2],
  ['no further members', { a: 1 }, { a: 1, class_list: [] }, { a: 1, b: 2 }],
  ['items in order', [1, 2], [1, 2], [2, 1]],
  [
    'relations without prefix',
    { _links: { 'cms:term': 1 } },
    { _links: { 'x:term': 1 } },
    { _links: { term: 1 } },
  ],
])('a pattern for %s separates matching from other values', (_name, pattern, fitting, other) => {
  expect(differences(pattern, fitting, world)).toEqual([])
  expect(differences(pattern, other, world)).not.toEqual([])
})

test.each([
  ['a media type', { $type: 'application/json' }, 'application/json; charset=UTF-8', 'text/html'],
  ['a set', { $set: 'GET, POST' }, 'post, get', 'GET'],
  ['an absent header', { $absent: true }, undefined, 'x'],
  [
    'links',
    { $links: { next: '{{root}}?a[0]=1&b=2' } },
    '<http://cms.test/api?b=2&a[]=1>; rel="next"',
    '<http://cms.test/api>; rel="next"',
  ],
  ['no link', { $links: { prev: null } }, '', '<http://cms.test/api>; rel="prev"'],
])('a header pattern for %s separates matching from other values', (_name, pattern, fitting, other) => {
  expect(headerDifferences({ Link: pattern }, { link: fitting }, world)).toEqual([])
  expect(headerDifferences({ Link: pattern }, { link: other }, world)).not.toEqual([])
})
