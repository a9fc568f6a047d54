import type { ChainableCommander } from 'ioredis'
import { MirrorError } from '../../lib/errors.ts'

/** Runs a pipeline or transaction; throws when one command failed, which ioredis only lists. */
export async function execute(pipeline: ChainableCommander): Promise<unknown[]> {
  const replies = await pipeline.exec()
  if (replies === null) throw new MirrorError('Redis discarded a transaction.')
  return replies.map(([error, value]) => {
    if (error !== null) throw new MirrorError('A Redis command failed.', { cause: error })
    return value
  })
}
