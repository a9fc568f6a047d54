import { expect, test } from 'vitest'
import { belowBase } from '../../../../src/ops/pages/shared/below-base.ts'

test('links, forms and events of a page are below the path of its mirror', () => {
  const page =
    '<a href="/runs?show=5">x</a><form method="post" action="/actions/start"><section data-events="/events">'
  expect(belowBase(page, '/m/a')).toBe(
    '<a href="/m/a/runs?show=5">x</a><form method="post" action="/m/a/actions/start"><section data-events="/m/a/events">',
  )
})

test.each([
  '<a href="#held">x</a>',
  '<a href="https://cms.example/page">x</a>',
  '<a href="//other.example/">x</a>',
  '<p>Send href=&quot;/x&quot;</p>',
])('markup without a link to another page of the mirror is unchanged: %s', (html) => {
  expect(belowBase(html, '/m/a')).toBe(html)
})

test('the only mirror of a process is at the root', () => {
  expect(belowBase('<a href="/runs">x</a>', '')).toBe('<a href="/runs">x</a>')
})
