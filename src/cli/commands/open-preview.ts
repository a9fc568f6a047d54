import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordKey } from '../../core/record/record.ts'
import { ConfigError, reasonOf } from '../../lib/errors.ts'
import { openFile } from '../terminal/open-file.ts'
import { printText, warn } from '../terminal/print.ts'

/**
 * Saves a preview in a new temporary folder, prints the path of the file, and opens it in a browser if a user can see
 * it. A missing browser is not an error. Throws ConfigError if the file cannot be written.
 */
export async function openPreview(
  { gtin, language }: RecordKey,
  html: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const file = await save(`${gtin}-${language}.html`, html)
  printText(file)
  if (!process.stdout.isTTY || (await openFile(file, env))) return
  warn('No browser could be opened. Open the file in a browser.')
}

async function save(name: string, html: string): Promise<string> {
  try {
    // Only this user can read the folder: the page may be a draft.
    const file = join(await mkdtemp(join(tmpdir(), 'product-mirror-preview-')), name)
    await writeFile(file, html)
    return file
  } catch (error) {
    const reason = reasonOf(error)
    throw new ConfigError(
      `The preview cannot be saved in ${tmpdir()}: ${reason}. Set TMPDIR to another folder.`,
      { cause: error },
    )
  }
}
