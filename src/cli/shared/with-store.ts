import { readStoreConfig } from '../../../config/daemon.ts'
import { createLogger, type Logger } from '../../lib/logger.ts'
import { openStore, type OpenedStore } from '../../store/redis/open.ts'
import { givingUp } from './give-up.ts'

/** Opens Redis for a command that needs nothing else, and closes it afterwards. */
export async function withStore<T>(
  env: NodeJS.ProcessEnv,
  use: (store: OpenedStore, log: Logger) => Promise<T>,
): Promise<T> {
  const config = readStoreConfig(env)
  // The messages of a normal start would hide the command's output.
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel
  const log = createLogger({ level, destination: 'stderr' })
  const store = await openStore(config, log, givingUp(config))
  try {
    await store.assertUsable()
    return await use(store, log)
  } finally {
    await store.close()
  }
}
