import { expect, test } from 'vitest'
import { routeOf } from '../../../../tools/differential/compare/classes.ts'
import { drawSequence } from '../../../../tools/differential/draw/sequence.ts'

const drawn = Array.from({ length: 400 }, (_, index) => drawSequence(7, index))

test('equal seeds draw equal sequences, different seeds do not', () => {
  expect(drawSequence(7, 3)).toEqual(drawn[3])
  expect(drawSequence(8, 3)).not.toEqual(drawn[3])
})

test('a sequence has 5 to 15 requests', () => {
  const lengths = drawn.map(({ length }) => length)
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(5)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(15)
})

test('a request refers only to rows that an earlier request may have created', () => {
  for (const steps of drawn) {
    const saved = new Set(['site'])
    for (const step of steps) {
      const { save = {}, ...sent } = step
      const used = [...JSON.stringify(sent).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
      expect([...saved]).toEqual(expect.arrayContaining(used))
      for (const name of Object.keys(save)) saved.add(name)
    }
  }
})

test('every kind of route occurs', () => {
  const met = new Set(drawn.flat().map((step) => `${step.method} ${routeOf(step)}`))
  for (const base of ['pages', 'posts', 'media', 'comments', 'menu-items'])
    for (const route of [`GET /cms/v2/${base}`, `POST /cms/v2/${base}`, `DELETE /cms/v2/${base}/<id>`])
      expect(met).toContain(route)
  for (const route of [
    'POST /batch/v1',
    'POST /cms/v2/pages/<id>/autosaves',
    'GET /cms/v2/posts/<id>/revisions/<id>',
  ])
    expect(met).toContain(route)
})
