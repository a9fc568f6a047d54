import { expect, test } from 'vitest'
import { createCms } from '../../../../src/mock/cms/plugin.ts'
import { createDraw } from '../../../../tools/differential/draw/draw.ts'
import type { Answer } from '../../../../tools/differential/step.ts'
import { faultOf, readServerErrors } from '../../../../tools/differential/types/faults.ts'
import { isFlat } from '../../../../tools/differential/types/memory.ts'
import { randomRequest } from '../../../../tools/differential/types/random-request.ts'

test('memory after each reset is judged as flat or growing', () => {
  const around = (bytes: number) => Array.from({ length: 10 }, (_, index) => bytes + (index % 3))
  expect(isFlat([...around(50), ...around(100), ...around(100), ...around(105)])).toBe(true)
  expect(isFlat([...around(50), ...around(100), ...around(120), ...around(140)])).toBe(false)
  expect(isFlat([1, 2, 3])).toBe(true)
})

test('a server error that WordPress does not return is reported with its message', () => {
  const answer = (status: number, json: unknown): Answer => ({ status, headers: {}, text: 'text', json })
  expect(faultOf(answer(404, { code: 'rest_no_route' }))).toBeUndefined()
  expect(faultOf(answer(500, { error: 'Internal Server Error', message: 'x is undefined' }))).toEqual({
    code: 'no code',
    message: 'x is undefined',
  })
  expect(faultOf(answer(0, undefined))).toMatchObject({ message: 'text' })
  expect(faultOf(answer(502, undefined))).toEqual({ code: 'no code', message: 'text' })
})

test('a known server error has the message of WordPress, and a reason in the request', () => {
  const fits = (message: string, body: unknown) =>
    readServerErrors().some((known) =>
      known.fits(
        { code: 'internal_server_error', message },
        { as: null, method: 'POST', path: '/cms/v2/pages', body },
      ),
    )
  const critical = '<p>There has been a critical error on this website.</p>'
  expect(fits(critical, 'text')).toBe(true)
  expect(fits(critical, { title: 'x' })).toBe(false)
  expect(fits('Invalid time value', 'text')).toBe(false)
})

test('every route gets requests, and all match its pattern', () => {
  const { routes } = createCms()
  const draw = createDraw(1, 1)
  for (const route of routes) {
    const { method, path } = randomRequest(draw, [{ ...route, namespace: 'cms/v2' }])
    expect(path.split('?', 1)[0]).toMatch(route.regex)
    expect(route.endpoints.flatMap(({ methods }) => methods)).toContain(method)
  }
})
