import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, reasonOf } from '../src/lib/errors.ts'

/** The variables of a file of `NAME=value` lines. Throws ConfigError if it cannot be read. */
export function readEnvFile(file: string): Record<string, string> {
  try {
    const values = parseEnv(readFileSync(file, 'utf8'))
    return Object.fromEntries(
      Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
  } catch (error) {
    throw new ConfigError(`--env-file: ${file} cannot be read: ${reasonOf(error)}.`, { cause: error })
  }
}

/**
 * If a required variable is missing, adds to the message which file was read: `given` by `--env-file`, or else
 * that the folder has no `.env`.
 */
export function withEnvFileHint(message: string, folder: string, given?: string): string {
  const misses = / is required: | are not both set\. Set both, or CMS_TOKEN/.test(message)
  if (!misses) return message
  if (given !== undefined) return `${message}\nVariables were read from the environment and from ${given}.`
  if (existsSync(join(folder, '.env'))) return message
  return `${message}\nNo .env file was found in ${folder}. Run the command in the folder that has it, name another file with --env-file, or create one with: product-mirror init`
}
