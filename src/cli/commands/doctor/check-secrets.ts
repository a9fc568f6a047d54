import { stat } from 'node:fs/promises'
import type { Config } from '../../../../config/daemon.ts'
import { countOf } from '../../../core/text/format.ts'
import { shortestHidden } from '../../../lib/text/secrets.ts'
import type { Mirror } from '../../../mirror/mirror.ts'

/**
 * The result of a check: a description if all is well, or problems that each end with a remedy. Failed
 * requests throw.
 */
export type Found = string | { warning: string | string[] } | { failed: string }

const writableByOthers = 0o022
const readableByAll = 0o004

/** Whether every secret is long enough to be hidden wherever it is quoted. */
export async function checkSecretLengths(
  _mirror: Mirror,
  { secrets: { short } }: Pick<Config, 'secrets'>,
): Promise<Found | undefined> {
  if (short.length === 0) return undefined
  return {
    warning: `${short.join(', ')}: a secret of fewer than ${shortestHidden} characters is not hidden where logs or reports quote it. Use a longer one`,
  }
}

/** Whether other users of this machine may read or replace the files of secrets. */
export async function checkSecretFiles(
  _mirror: Mirror,
  { secrets }: Pick<Config, 'secrets'>,
): Promise<Found | undefined> {
  if (secrets.files.length === 0) return undefined
  const files = await Promise.all(
    secrets.files.map(async ({ variable, file }) => {
      const { mode } = await stat(file)
      return { mode, text: `${variable} ${file} (mode ${(mode & 0o777).toString(8).padStart(4, '0')})` }
    }),
  )
  const having = (bits: number): string =>
    files
      .filter(({ mode }) => (mode & bits) !== 0)
      .map(({ text }) => text)
      .join(', ')
  const [writable, readable] = [having(writableByOthers), having(readableByAll)]
  if (writable !== '') return { failed: `other users may replace ${writable}. Run: chmod go-w` }
  if (readable !== '') return { warning: `every user of this machine may read ${readable}. Run: chmod o-r` }
  return `${countOf(files.length, 'file')}, not readable by other users`
}
