import { readConfig } from '../../../config/daemon.ts'
import { openMirror, type Mirror } from '../../mirror.ts'
import { createQuietLogger, givingUp } from './with-store.ts'

/** Opens the mirror for a command that also needs the partner or the CMS, and closes it afterwards. */
export async function withMirror(
  env: NodeJS.ProcessEnv,
  use: (mirror: Mirror) => Promise<number>,
): Promise<number> {
  const config = readConfig(env)
  const mirror = await openMirror(config, createQuietLogger(config), givingUp(config))
  try {
    await mirror.assertUsable()
    return await use(mirror)
  } finally {
    await mirror.close()
  }
}
