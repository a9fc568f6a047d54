import { writeFile } from 'node:fs/promises'
import { toSideBySide } from '../../core/page/side-by-side.ts'
import { type RenderedPage, toDocument, toMarkup, toText } from '../../core/page/standalone.ts'
import { previewNoteText, previewObstacleText } from '../../core/report/preview-text.ts'
import { ConfigError, reasonOf } from '../../lib/errors.ts'
import { previewPage } from '../../sync/pages/preview/preview-page.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { withMirror } from '../shared/with-mirror.ts'
import { inform, print, printDocument, printText, warn } from '../terminal/print.ts'
import { openPreview } from './open-preview.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

type PreviewOptions = {
  gtin: string
  language: string
  /** The file to write; without one the page is printed. */
  out?: string
  html?: boolean
  markup?: boolean
  /** Shows the page in a browser, before and after. */
  open?: boolean
}

const limitMs = 120_000

/** Prints a record's page as the next run would write it, saves it to a file or opens it; sends nothing to the CMS. */
export async function previewRecord(env: NodeJS.ProcessEnv, options: PreviewOptions): Promise<number> {
  const { gtin, language, out } = options
  assertRecord(gtin, language)
  return withMirror(env, async ({ sync }) => {
    const preview = await previewPage(sync, { gtin, language }, AbortSignal.timeout(limitMs))
    if (!preview.ok) {
      warn(previewObstacleText({ gtin, language }, preview.obstacle, namedMirror()))
      return exitCodes.error
    }
    const notes = preview.notes.map((note) => previewNoteText({ gtin, language }, note, namedMirror()))
    for (const note of notes) inform(note)
    if (options.open) {
      const html = toSideBySide({ before: preview.before, after: preview.page }, notes)
      await openPreview({ gtin, language }, html, env)
      return exitCodes.done
    }
    const form = formOf(options)
    const shown = form(preview.page)
    if (out === undefined) (form === toText ? printText : printDocument)(shown)
    else {
      await save(out, shown)
      print([`The page of ${gtin} in ${language} was saved to ${out}; nothing was sent to the CMS.`])
    }
    return exitCodes.done
  })
}

function formOf({ out, html, markup }: PreviewOptions): (page: RenderedPage) => string {
  if (markup) return toMarkup
  return html || /\.html?$/i.test(out ?? '') ? toDocument : toText
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw new ConfigError(`${file} (--out) cannot be written: ${reasonOf(error)}.`, { cause: error })
  }
}
