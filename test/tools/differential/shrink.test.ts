import { expect, test } from 'vitest'
import { shrink } from '../../../tools/differential/shrink.ts'
import type { Step } from '../../../tools/differential/step.ts'

const get = (path: string): Step => ({ as: null, method: 'GET', path })

test('only the required requests, parameters and fields remain', async () => {
  const steps: Step[] = [
    get('/1'),
    { as: 'admin', method: 'POST', path: '/2', body: { title: 'x', status: 'draft', slug: 's' } },
    get('/3'),
    get('/4'),
    get('/5?context=edit&_fields=id&page=2'),
  ]
  const shows = (shorter: readonly Step[]): Promise<boolean> => {
    const text = JSON.stringify(shorter)
    return Promise.resolve(text.includes('"status":"draft"') && text.includes('context=edit'))
  }
  expect(await shrink(steps, shows, 100)).toEqual([
    { as: 'admin', method: 'POST', path: '/2', body: { status: 'draft' } },
    get('/5?context=edit'),
  ])
})

test('fields of a form are removed, its file is not', async () => {
  const multipart = [
    { name: 'title', value: 'x' },
    { name: 'file', filename: 'a.jpg', text: '' },
  ]
  const steps: Step[] = [{ as: 'admin', method: 'POST', path: '/media', multipart }]
  expect(await shrink(steps, () => Promise.resolve(true), 10)).toEqual([
    { as: 'admin', method: 'POST', path: '/media', multipart: multipart.slice(1) },
  ])
})

test('shrinking ends when its plays are used up', async () => {
  let plays = 0
  const steps = Array.from({ length: 20 }, (_, index) => get(`/${index}`))
  await shrink(steps, () => Promise.resolve(plays++ < 0), 5)
  expect(plays).toBe(5)
})
