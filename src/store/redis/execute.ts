import type { ChainableCommander } from 'ioredis'
import { z } from 'zod'
import { MirrorError } from '../../lib/errors.ts'

const Failed = z.object({ command: z.object({ name: z.string(), args: z.array(z.coerce.string()) }) })

/**
 * Runs a pipeline or transaction. Throws if a command failed, which ioredis only lists, and names the command and its
 * key.
 */
export async function execute(pipeline: ChainableCommander): Promise<unknown[]> {
  const replies = await pipeline.exec()
  if (replies === null) throw new MirrorError('Redis discarded a transaction.')
  return replies.map(([error, value]) => {
    if (error !== null) throw new MirrorError(`A Redis command failed${commandOf(error)}.`, { cause: error })
    return value
  })
}

/** ioredis attaches the command to an error: `: HSET pm:main:heads:de-de`. */
function commandOf(error: Error): string {
  const { success, data } = Failed.safeParse(error)
  if (!success) return ''
  const { name, args } = data.command
  // The first argument after a script is the number of its keys.
  const [key = ''] = /^eval/i.test(name) ? args.slice(2) : args
  return `: ${name.toUpperCase()} ${key}`
}
