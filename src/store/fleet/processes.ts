import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Keys } from '../redis/keys.ts'
import { timeOf } from '../redis/time.ts'

/** Digests of a process's settings by variable. */
type Digests = Readonly<Record<string, string>>

const Announced = z.object({ at: z.number(), digests: z.record(z.string(), z.string()) })

export type Processes = {
  /** Names the variables in which another live process differs; the values themselves are never stored. */
  findDifferences(settings: Readonly<Record<string, string>>): Promise<string[]>
  /**
   * Announces the settings while this process lives; secrets among them may change. `onForgotten` is called if Redis
   * has lost the announcement, because Redis was emptied or this process was suspended.
   */
  announce(settings: () => Readonly<Record<string, string>>, onForgotten?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

const defaultRenewMs = 20_000
/** A killed process is forgotten after this time, or if it appears to be as far ahead: Redis's clock was set back. */
const aliveMs = 60_000

/** The processes of a mirror, each with keyed digests of its settings. */
export function createProcesses(redis: Redis, keys: Keys, renewMs = defaultRenewMs): Processes {
  const id = randomUUID()
  let timer: NodeJS.Timeout | undefined

  /** The key is specific to this mirror, so that equal passwords of two mirrors have different digests. */
  async function digestsOf(settings: Readonly<Record<string, string>>): Promise<Digests> {
    await redis.set(keys.settingsKey, randomBytes(32).toString('hex'), 'NX')
    const secret = (await redis.get(keys.settingsKey)) ?? ''
    const digest = (text: string): string =>
      createHmac('sha256', secret).update(text).digest('base64url').slice(0, 16)
    return Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, digest(`${name}=${value}`)]),
    )
  }

  async function readOthers(): Promise<Digests[]> {
    const time = await timeOf(redis)
    const known = Object.entries(await redis.hgetall(keys.processes))
    const others: Digests[] = []
    for (const [other, json] of known) {
      const announced = parse(json)
      if (announced === undefined || Math.abs(time - announced.at) > aliveMs)
        await redis.hdel(keys.processes, other)
      else if (other !== id) others.push(announced.digests)
    }
    return others
  }

  return {
    async findDifferences(settings) {
      const own = await digestsOf(settings)
      const differing = (await readOthers()).flatMap((other) =>
        [...new Set([...Object.keys(own), ...Object.keys(other)])].filter(
          (name) => own[name] !== other[name],
        ),
      )
      return [...new Set(differing)]
    },

    async announce(settings, onForgotten) {
      const renew = async (): Promise<boolean> => {
        const digests = await digestsOf(settings())
        const added = await redis.hset(
          keys.processes,
          id,
          JSON.stringify({ at: await timeOf(redis), digests }),
        )
        return added === 1
      }
      const renewAgain = async (): Promise<void> => {
        if (await renew()) await onForgotten?.()
      }
      await renew()
      timer ??= setInterval(() => void renewAgain().catch(() => undefined), renewMs).unref()
    },

    async close() {
      clearInterval(timer)
      // Redis may be gone, so this does not wait for it.
      if (timer !== undefined && redis.status === 'ready')
        await redis.hdel(keys.processes, id).catch(() => undefined)
    },
  }
}

function parse(json: string): z.infer<typeof Announced> | undefined {
  try {
    return Announced.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
