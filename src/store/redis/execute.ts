import type { ChainableCommander } from 'ioredis'
import { MirrorError } from '../../lib/errors.ts'

/** Runs a pipeline or transaction; a single failed command throws (ioredis itself only lists it). */
export async function execute(pipeline: ChainableCommander): Promise<unknown[]> {
  const replies = await pipeline.exec()
  if (replies === null) throw new MirrorError('Redis dropped a transaction.')
  return replies.map(([error, value]) => {
    if (error !== null) throw new MirrorError('A Redis command failed.', { cause: error })
    return value
  })
}
