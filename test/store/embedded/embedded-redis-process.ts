import { pino } from 'pino'
import { startEmbeddedRedis } from '../../../src/store/embedded/embedded-redis.ts'

// A process of ours as the tests start it: `node embedded-redis-process.ts DATA_DIR`; SIGINT or SIGTERM stops it.
const embedded = await startEmbeddedRedis({ dataDir: process.argv[2] ?? '', log: pino({ level: 'silent' }) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void embedded.stop())
process.stdout.write(`${JSON.stringify({ pid: embedded.pid, socket: embedded.connection.path })}\n`)
