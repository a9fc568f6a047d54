import type { Config } from '../../../../config/daemon.ts'
import { formatBytes } from '../../../core/text/format.ts'
import { noteText } from '../../../core/report/notes/note-text.ts'
import { OutcomeUnknownError } from '../../../lib/errors.ts'
import { quote } from '../../../lib/text/quote.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import { findLargestFile } from '../../../sync/media/find-largest-file.ts'
import type { Cms } from '../../../sync/ports/cms.ts'
import type { Found } from './check-secrets.ts'
import { namedMirror } from '../../terminal/named-mirror.ts'

/** One transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const withoutFiles = 'Pages are written without images and documents'
const raiseLimits =
  'Raise client_max_body_size of nginx, LimitRequestBody of Apache or the limit of the proxy. If files are sent as forms, also raise upload_max_filesize and post_max_size of PHP'

/** Uploads an image and a PDF and deletes them again; the PDF is as large as the largest known file. */
export async function checkUploads(
  { sync }: Mirror,
  _: Config,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const { cms } = sync
  const { capabilities } = await cms.fetchUser(signal)
  // The check of the user reports the missing right.
  if (capabilities.size > 0 && !capabilities.has('upload_files')) return undefined
  cms.retryRawUploads()
  const image = await tryFile(cms, { extension: 'png', mime: 'image/png', bytes: png }, signal)
  if (image.refused !== undefined) {
    const advice = image.refused.includes(' 413')
      ? raiseLimits
      : 'Allow POST requests with files below /media in the firewall, proxy or web server'
    return { warning: `the CMS takes no files: ${image.refused}. ${withoutFiles}. ${advice}` }
  }
  const tryPdf = (length: number): Promise<Tried> =>
    tryFile(cms, { extension: 'pdf', mime: 'application/pdf', bytes: pdfOf(length) }, signal)
  const largest = await findLargestFile(sync, signal)
  const document = await tryPdf(largest?.bytes ?? 0)
  const small = document.refused !== undefined && largest !== undefined ? await tryPdf(0) : document
  const fault = cms.uploadFault()
  if (fault === undefined && image.refused === undefined) await sync.formUploads.forget()
  const warning = [
    ...(fault === undefined ? [] : [noteText({ code: 'uploads-blocked', detail: fault }, namedMirror())]),
    ...explainPdf(document, small, largest),
    ...[image, document, small].flatMap(({ left }) => left ?? []),
  ]
  if (warning.length > 0) return { warning: [...new Set(warning)] }
  const size = largest === undefined ? '' : `, one of ${formatBytes(largest.bytes)}`
  return `test files were uploaded and deleted${size}`
}

function explainPdf(document: Tried, small: Tried, largest: { url: string; bytes: number } | undefined) {
  if (small.refused !== undefined)
    return [
      `the CMS takes images, but no PDFs: ${small.refused}. Pages are written without documents. Allow files of the type application/pdf in the firewall, and in plug-ins that limit the types of uploads`,
    ]
  if (document.refused === undefined || largest === undefined) return []
  const { url, bytes } = largest
  return [
    `the CMS takes no file of ${formatBytes(bytes)}, the size of the largest known one (${quote(url)}): ${document.refused}. Pages are written without files of that size. ${raiseLimits}`,
  ]
}

/** `refused`: why a file cannot be uploaded. `left`: why it could not be deleted afterwards. */
type Tried = { refused?: string; left?: string }

async function tryFile(
  cms: Cms,
  { extension, mime, bytes }: { extension: string; mime: string; bytes: Uint8Array },
  signal: AbortSignal,
): Promise<Tried> {
  const slug = `product-mirror-test-${Date.now().toString(36)}`
  const filename = `${slug}.${extension}`
  const upload = { slug, filename, title: 'Test of product-mirror', mime, bytes }
  const sent = await cms.uploadMedia(upload, signal).catch((error: unknown) => {
    // The response is also lost if a file is too large for the memory or the time limit of PHP.
    if (!(error instanceof OutcomeUnknownError)) throw error
    return { ok: false as const, reason: error.failure?.said ?? error.message }
  })
  if (!sent.ok) return { refused: sent.reason.replace(/\.$/, '') }
  const { id } = sent.media
  const { refused } = await cms.deleteMedia(id, signal)
  if (refused === undefined) return {}
  return {
    left: `the test file ${filename} (media ${id}) could not be deleted (${refused}). Allow DELETE requests, and delete it in the media library`,
  }
}

/** An empty page; a comment fills the file up to the length. */
function pdfOf(length: number): Uint8Array {
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj',
  ].join('\n')
  const [head, tail] = [`%PDF-1.4\n${objects}\n`, 'trailer<</Root 1 0 R>>\n%%EOF\n']
  const padding = Math.max(0, length - head.length - tail.length - 2)
  return Buffer.from(`${head}${padding > 0 ? `%${' '.repeat(padding)}\n` : ''}${tail}`)
}
