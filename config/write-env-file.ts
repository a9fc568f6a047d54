import {
  chownSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { ConfigError, reasonOf } from '../src/lib/errors.ts'
import { setVariables } from './env-text.ts'

/**
 * Sets variables in an env file, which only its owner may read afterwards. A missing file is created. The file is
 * replaced as a whole, so an interruption leaves the old one. Throws ConfigError if it cannot be written.
 */
export function writeEnvFile(file: string, values: Readonly<Record<string, string>>): void {
  const exists = existsSync(file)
  const text = setVariables(exists ? readFileSync(file, 'utf8') : '', values)
  // A link stays, and its target is replaced.
  const target = exists ? realpathSync(file) : file
  const draft = `${target}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    if (exists) {
      const { uid, gid } = statSync(target)
      chownSync(draft, uid, gid)
    }
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new ConfigError(`${file} cannot be written: ${reasonOf(error)}. Allow it, or name another file.`, {
      cause: error,
    })
  }
}
