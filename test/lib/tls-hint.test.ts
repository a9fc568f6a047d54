import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect } from 'vitest'
import { reasonOf } from '../../src/lib/errors.ts'
import { readCatalog } from '../../src/partner/catalog/read-catalog.ts'
import { assertAnswers, connectRedis } from '../../src/store/redis/connect.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'
import { hasOpenssl, makeCertificate } from '../helpers/world/certificate.ts'

const it = withScripts().extend('port', async ({}, { onCleanup }) => {
  const certificate = await makeCertificate()
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (_request, response) =>
    response.end('4006381333931'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onCleanup(async () => {
    server.close()
    await certificate.close()
  })
  return (server.address() as AddressInfo).port
})

const hint = 'to trust your own CA, start with NODE_EXTRA_CA_CERTS=<file with its certificate in PEM>'
const timesHinted = (text: string): number => text.split(hint).length - 1

describe.skipIf(!hasOpenssl)('a certificate of an unknown CA (skipped without openssl)', () => {
  it('makes each service’s error explain how to trust it, once', async ({
    port,
    connectPartner,
    connectCms,
  }) => {
    const url = `https://127.0.0.1:${port}`
    const { signal } = new AbortController()
    const address = { url: `rediss://127.0.0.1:${port}` }
    const redis = connectRedis(address, undefined)
    const failures = await Promise.allSettled([
      connectPartner(url).fetchLanguages(signal),
      connectCms(`${url}/api/rest`).fetchUser(signal),
      readCatalog({ place: `${url}/catalog.txt`, maxEntries: 100, retry: { tries: 1 } }, signal),
      assertAnswers(redis, address),
    ])
    redis.disconnect()
    for (const failure of failures) {
      expect(failure.status).toBe('rejected')
      const said = failure.status === 'rejected' ? reasonOf(failure.reason) : ''
      expect(said).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
      expect({ said, hints: timesHinted(said) }).toEqual({ said, hints: 1 })
    }
  })
})

it('any other error keeps its message', () => {
  const error = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
  expect(reasonOf(error)).toBe('certificate has expired')
})

it('a server without TLS is reported as such, not with the message of OpenSSL', async ({
  start,
  connectPartner,
  connectCms,
}) => {
  const server = await start([])
  const url = server.url.replace('http:', 'https:')
  const { signal } = new AbortController()
  const failures = await Promise.allSettled([
    connectPartner(url).fetchLanguages(signal),
    connectCms(`${url}/api/rest`).fetchUser(signal),
  ])
  for (const failure of failures) {
    const said = failure.status === 'rejected' ? reasonOf(failure.reason) : ''
    expect(said).toContain('the server does not use TLS at this port (ERR_SSL_WRONG_VERSION_NUMBER)')
    expect(said).not.toContain('openssl')
  }
})

it('the message of a cause that an error quotes is not repeated, the messages below it are', () => {
  const cause = new Error('the proxy refuses it', { cause: new Error('status 407') })
  expect(reasonOf(new Error('no answer: the proxy refuses it', { cause }))).toBe(
    'no answer: the proxy refuses it (status 407)',
  )
  expect(reasonOf(new Error('no answer', { cause }))).toBe('no answer (the proxy refuses it (status 407))')
})
