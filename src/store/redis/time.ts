import type { Redis } from 'ioredis'

/** The time by the clock of Redis, which all processes share, in ms since 1970. */
export async function timeOf(redis: Redis): Promise<number> {
  // The client's type has numbers, but it returns strings.
  const [seconds = 0, micros = 0]: readonly unknown[] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}
