import type { Redis } from 'ioredis'

/** The time of the Redis clock, which all processes share, in ms since 1970. */
export async function timeOf(redis: Redis): Promise<number> {
  // The client's type declares numbers, but it returns strings.
  const [seconds = 0, micros = 0]: readonly unknown[] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}
