import { join } from 'node:path'
import type { ChainableCommander, Redis } from 'ioredis'
import { z } from 'zod'
import { MirrorError } from '../../lib/errors.ts'
import { loadScripts } from './load-scripts.ts'

type Argument = string | number | Buffer

/** A script of this folder. Its file describes KEYS, ARGV and the reply. */
export type Script<T> = {
  run(redis: Redis, keys: readonly string[], args: readonly Argument[]): Promise<T>
  /** Adds the script to a pipeline or transaction. */
  queue(commands: ChainableCommander, keys: readonly string[], args: readonly Argument[]): ChainableCommander
}

const scripts = loadScripts(import.meta.dirname)

/**
 * The script of the file `<name>.lua`, with its parsed reply; throws a MirrorError if the file does not exist. Redis gets
 * the text each time: after a failover it would not know a digest, and would execute only the rest of a transaction.
 */
export function defineScript<T>(name: string, reply: z.ZodType<T>): Script<T> {
  const text = scripts.get(name)
  if (text === undefined)
    throw new MirrorError(
      `The script ${join(import.meta.dirname, name)}.lua does not exist. Install product-mirror again.`,
    )
  return {
    run: async (redis, keys, args) => reply.parse(await redis.eval(text, keys.length, ...keys, ...args)),
    queue: (commands, keys, args) => commands.eval(text, keys.length, ...keys, ...args),
  }
}

/** The reply of a script whose effect depends on what it finds: 1 if it had the effect, otherwise 0. */
export const hadEffect = z.literal([0, 1]).transform((reply) => reply === 1)

/** The reply of a script that returns nothing of interest. */
export const nothing = z.unknown().transform(() => undefined)

/** For each item 1 or 0. */
export const flags = z.array(hadEffect)
