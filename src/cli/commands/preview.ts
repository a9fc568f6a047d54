import { writeFile } from 'node:fs/promises'
import { readConfig } from '../../../config/daemon.ts'
import { type RenderedPage, toDocument, toMarkup, toText } from '../../core/render/standalone.ts'
import { ConfigError } from '../../lib/errors.ts'
import { createLogger } from '../../lib/logger.ts'
import { openMirror } from '../../mirror.ts'
import { previewPage } from '../../sync/pages/preview-page.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { givingUp } from '../shared/give-up.ts'

export type PreviewOptions = {
  gtin: string
  language: string
  /** The file to write; without one the page is printed. */
  out?: string
  html?: boolean
  markup?: boolean
}

const limitMs = 120_000

/** Prints a record's page as the next run would write it, or saves it to a file; sends nothing to the CMS. */
export async function previewRecord(env: NodeJS.ProcessEnv, options: PreviewOptions): Promise<number> {
  const { gtin, language, out } = options
  assertRecord(gtin, language)
  const config = readConfig(env)
  const log = createLogger({ level: 'silent', destination: 'stderr' })
  const mirror = await openMirror(config, log, givingUp(config))
  try {
    await mirror.assertUsable()
    const preview = await previewPage(mirror.sync, { gtin, language }, AbortSignal.timeout(limitMs))
    if (!preview.ok) {
      process.stderr.write(`${preview.reason}\n`)
      return exitCodes.error
    }
    for (const note of preview.notes) process.stderr.write(`${note}\n`)
    const shown = formOf(options)(preview.page)
    if (out === undefined) process.stdout.write(shown)
    else {
      await save(out, shown)
      process.stdout.write(
        `The page of ${gtin} in ${language} was saved to ${out}; nothing was sent to the CMS.\n`,
      )
    }
    return exitCodes.done
  } finally {
    await mirror.close()
  }
}

function formOf({ out, html, markup }: PreviewOptions): (page: RenderedPage) => string {
  if (markup) return toMarkup
  return html || /\.html?$/i.test(out ?? '') ? toDocument : toText
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw new ConfigError(`${file} (--out) cannot be written.`, { cause: error })
  }
}
