import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../lib/errors.ts'

const projectRoot = join(import.meta.dirname, '..', '..', '..')
/** The bundled server's entry, and an optional package that only it uses. */
const parts = [join('src', 'mock', 'main.ts'), join('node_modules', 'sharp')]

/**
 * Throws a ConfigError without the bundled server: the daemon's image contains neither its code nor its
 * packages.
 */
export function assertBundledServer(root = projectRoot): void {
  const missing = parts.find((part) => !existsSync(join(root, part)))
  if (missing === undefined) return
  throw new ConfigError(
    `The bundled server is not part of this image (${missing} is missing); use the bundled-server target. In a checkout: npm run setup.`,
  )
}
