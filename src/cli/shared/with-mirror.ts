import { readConfig } from '../../../config/daemon.ts'
import { openMirror, type Mirror } from '../../mirror/mirror.ts'
import { openStore } from '../../store/open.ts'
import { warn } from '../terminal/print.ts'
import { createQuietLogger, givingUp } from './with-store.ts'

/** Opens the mirror for a command that also calls the partner or the CMS, and closes it afterwards. */
export async function withMirror(
  env: NodeJS.ProcessEnv,
  use: (mirror: Mirror) => Promise<number>,
): Promise<number> {
  const config = readConfig(env)
  const log = createQuietLogger(config)
  const mirror = await openMirror(config, log, await openStore(config, log, givingUp(config)))
  try {
    for (const moved of await mirror.assertUsable()) warn(`Redis: ${moved}.`)
    return await use(mirror)
  } finally {
    await mirror.stop()
  }
}
