import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createThrottle, throttledDetail } from '../../../src/mock/partner/throttle.ts'
import { type MockServer, startMock } from '../../helpers/world/mock-server.ts'

let mock: MockServer
beforeAll(async () => {
  mock = await startMock({ gtins: 2, languages: 'de-de,en-gb', throttle: '2/hour' })
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

const get = (path = '/', token = mock.token, method = 'GET'): Promise<Response> =>
  fetch(mock.partnerUrl + path, { method, headers: { authorization: `Token ${token}` } })

async function put(body: string): Promise<Response> {
  return fetch(`${mock.origin}/__mock/partner`, { method: 'PUT', body })
}

test('a throttled client gets the wait; rejected requests and wrong tokens do not count', async () => {
  expect((await get('/', 'wrong')).status).toBe(401)
  expect((await get()).status).toBe(200)
  expect((await get('/language/', mock.token, 'POST')).status).toBe(405)
  const refused = await get('/docs/')
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3590)
  expect(wait).toBeLessThanOrEqual(3600)
  expect(await refused.json()).toEqual({
    detail: `Request was throttled. Expected available in ${wait} seconds.`,
  })
  expect((await get('/', 'wrong')).status).toBe(401)
})

test('the rate can be changed and removed while the server runs; a reset restores the initial one', async () => {
  expect(await (await put('{"throttle":null}')).json()).toMatchObject({ throttle: null })
  for (let call = 0; call < 5; call++) expect((await get()).status).toBe(200)
  await put('{"throttle":"1/day"}')
  expect([(await get()).status, (await get()).status]).toEqual([200, 429])
  await mock.reset()
  expect([(await get()).status, (await get()).status, (await get()).status]).toEqual([200, 200, 429])
})

test('an unknown rate, form or field is rejected with a reason', async () => {
  for (const [body, reason] of [
    ['{"throttle":"often"}', '5/second or 100/min'],
    ['{"throttle":"0/min"}', 'throttle'],
    ['{"numbers":"roman"}', 'numbers'],
    ['{"number":"string"}', 'number'],
  ] as const) {
    const response = await put(body)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(reason)
  }
})

test('the window slides: each request expires after the period', () => {
  let time = 0
  const { take } = createThrottle(
    () => '2/min',
    () => new Date(time),
  )
  expect(take()).toBeNull()
  time = 20_000
  expect(take()).toBeNull()
  time = 30_500
  expect(take()).toBe(30)
  time = 59_999
  expect(take()).toBe(1)
  time = 60_000
  expect(take()).toBeNull()
  expect(take()).toBe(20)
  expect(throttledDetail(1)).toBe('Request was throttled. Expected available in 1 second.')
})
