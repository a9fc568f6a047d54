import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { aclRulesOf } from '../../../src/store/redis/access.ts'
import { findRedisServer } from '../../../src/store/embedded/redis-server.ts'
import { spawnBound } from '../../helpers/processes/spawn-bound.ts'
import type { makeCertificate } from '../../helpers/world/certificate.ts'

/** A Redis that accepts only TLS, with a user that has only the documented rights. */
export async function startSecuredRedis({
  keyFile,
  certFile,
  cert,
}: Awaited<ReturnType<typeof makeCertificate>>) {
  const [{ file }, dir, port] = await Promise.all([
    findRedisServer(),
    mkdtemp(join(tmpdir(), 'secured-redis-')),
    freePort(),
  ])
  const settings = {
    port: '0',
    'tls-port': String(port),
    bind: '127.0.0.1',
    'tls-cert-file': certFile,
    'tls-key-file': keyFile,
    'tls-ca-cert-file': certFile,
    'tls-auth-clients': 'no',
    requirepass: 'admin-secret',
    dir,
    save: '',
    'maxmemory-policy': 'noeviction',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawnBound(file, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  while (!/ready to accept connections/i.test(said)) said += String(await once(child.stdout, 'data'))
  child.stdout.resume()
  const admin = new Redis({ host: '127.0.0.1', port, password: 'admin-secret', tls: { ca: cert } })
  await admin.call('ACL', 'SETUSER', 'mirror', 'on', '>mirror-secret', ...aclRulesOf('default'))
  await admin.call(
    'ACL',
    'SETUSER',
    'poor',
    'on',
    '>mirror-secret',
    ...aclRulesOf('default'),
    '-hset',
    '-xadd',
  )
  return {
    urlOf: (user: string) => `rediss://${user}:mirror-secret@127.0.0.1:${port}`,
    /** The commands that Redis rejected, as `user command or key`. */
    async refused(): Promise<string[]> {
      const rows = (await admin.call('ACL', 'LOG')) as Record<string, string>[] | string[][]
      return rows.map((row) => {
        const fields = Array.isArray(row) ? pairs(row) : new Map(Object.entries(row))
        return `${fields.get('username')} ${fields.get('object')}`
      })
    },
    async close(): Promise<void> {
      admin.disconnect()
      child.kill('SIGKILL')
      await once(child, 'exit')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function pairs(row: readonly string[]): Map<string, string> {
  return new Map(row.flatMap((name, at) => (at % 2 === 0 ? [[name, row[at + 1] ?? ''] as const] : [])))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
