import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../config/daemon.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { openMirror } from '../../src/mirror/mirror.ts'
import { openStore } from '../../src/store/open.ts'
import { startTestRedis } from '../helpers/world/redis.ts'
import { startScripted } from '../helpers/world/scripted-server.ts'

test('an open mirror sends a rotated token and password with its next request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rotated-'))
  const [token, password] = [join(folder, 'token'), join(folder, 'password')]
  await Promise.all([writeFile(token, 'old'), writeFile(password, 'old')])
  const [redis, server] = await Promise.all([startTestRedis(), startScripted([{ json: {} }])])
  const config = readConfig({
    PARTNER_BASE_URL: server.url,
    PARTNER_TOKEN_FILE: token,
    CMS_API_ROOT: `${server.url}/api/rest`,
    CMS_USER: 'mirror',
    CMS_PASSWORD_FILE: password,
    CATALOG: join(folder, 'catalog.txt'),
    REDIS_URL: redis.url,
  })
  const log = createLogger({ level: 'silent', destination: 'stderr' })
  const mirror = await openMirror(config, log, await openStore(config, log))
  const { signal } = new AbortController()
  const { partner, cms } = mirror.sync
  const askAll = async () => {
    const product = { gtin: '4006381333931', language: 'de' }
    await Promise.allSettled([
      partner.fetchProduct(product, undefined, signal),
      partner.fetchAsset({ url: `${server.url}/media/a.png`, kind: 'image' }, {}, signal),
      cms.fetchUser(signal),
    ])
    return new Set(server.asked.splice(0).map(({ headers }) => headers.authorization))
  }
  const basic = (text: string): string => `Basic ${Buffer.from(`mirror:${text}`).toString('base64')}`
  expect(await askAll()).toEqual(new Set(['Token old', basic('old')]))
  await Promise.all([writeFile(token, 'rotated'), writeFile(password, 'rotated')])
  expect(await askAll()).toEqual(new Set(['Token rotated', basic('rotated')]))
  await mirror.stop()
  await Promise.all([redis.close(), server.close(), rm(folder, { recursive: true })])
})
