import type { Config } from '../../../config/daemon.ts'
import type { PageWrite, PageWritten } from '../../core/page/page.ts'
import { uploadFaultNote } from '../../core/report/upload-fault.ts'
import { OutcomeUnknownError } from '../../lib/errors.ts'
import type { Mirror } from '../../mirror.ts'
import type { Found } from './check-secrets.ts'

/** One transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Uploads a tiny image and deletes it. */
export async function checkUploads(
  { sync }: Mirror,
  _: Config,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const { cms } = sync
  const { capabilities } = await cms.fetchUser(signal)
  // The check of the user reports it.
  if (capabilities.size > 0 && !capabilities.has('upload_files')) return undefined
  const slug = `product-mirror-test-${Date.now().toString(36)}`
  const sent = await cms.uploadMedia(
    { slug, filename: `${slug}.png`, title: 'Test of product-mirror', mime: 'image/png', bytes: png },
    signal,
  )
  if (!sent.ok)
    return {
      warning: `the CMS takes no files: ${sent.reason}. Pages are written without images and documents. Allow POST requests with files below /media in the firewall, proxy or web server`,
    }
  const { refused } = await cms.deleteMedia(sent.media.id, signal)
  const fault = cms.uploadFault()
  const warning = [
    ...(fault === undefined ? [] : [uploadFaultNote(fault)]),
    ...(refused === undefined
      ? []
      : [
          `the test file ${slug}.png (media ${sent.media.id}) could not be deleted (${refused}). Allow DELETE requests, and delete it in the media library`,
        ]),
  ]
  return warning.length > 0 ? { warning } : 'a test file was uploaded and deleted'
}

const text = (word: string): string =>
  `<!-- wp:paragraph -->\n<p>${word}  of product-mirror</p>\n<!-- /wp:paragraph -->`

/** Creates a draft, changes it, reads it back after each step, and deletes it. */
export async function checkWrites({ sync }: Mirror, _: Config, signal: AbortSignal): Promise<Found> {
  const { cms } = sync
  const slug = `product-mirror-test-${Date.now().toString(36)}`
  const body = { slug, status: 'draft', title: 'Test of product-mirror', content: text('First test') }
  const write = async (one: PageWrite): Promise<PageWritten | undefined> => {
    const written = await cms.writePages([one], signal).catch(toLost)
    return written?.[0]
  }
  const made = await write({ kind: 'create', body })
  if (made?.ok === false)
    return { failed: `the CMS rejected a test page: ${made.reason}. Check the PHP log of the CMS` }
  const page = made?.page ?? (await cms.findExactly([slug], signal))[0]
  if (page === undefined)
    return {
      failed: 'the response to a test page was lost, and there is no such page. Check the PHP log of the CMS',
    }
  const { id } = page
  const read = async (): Promise<string | undefined> => (await cms.readPages([id], signal))[0]?.content
  try {
    const first = await read()
    const second = text('Second test')
    const changed = await write({ kind: 'update', id, body: { content: second } })
    return explainRead([first, await read()], changed?.ok === true ? changed.page.content : second)
  } finally {
    await write({ kind: 'delete', id, force: true })
  }
}

/** A write whose response was lost is looked up. */
function toLost(error: unknown): undefined {
  if (!(error instanceof OutcomeUnknownError)) throw error
}

function explainRead([first, last]: readonly (string | undefined)[], written: string): Found {
  if (first === undefined || last === undefined)
    return {
      warning:
        'a test page that was just created is missing when it is read: a cache serves older lists. Exclude the REST API (/wp-json) from every cache',
    }
  if (last !== written && last === first)
    return {
      warning:
        'a cache serves the CMS’s REST API: a test page was read as it was before its change, so edits are missed and may be overwritten. Exclude the REST API (/wp-json) from every cache',
    }
  if (!last.includes('<!-- wp:paragraph -->') || !last.includes('test  of'))
    return {
      warning:
        'something rewrites the text of pages in responses, such as a minifier: a test page was read without its block comments or blanks. Exclude the REST API (/wp-json) from it',
    }
  return 'a test page was written, read back and deleted'
}

const multilingual = /^(?:polylang|pll|wpml|translatepress|trp|weglot|bogo|multilingualpress)\b/
const optimizers = /^(?:ewww|imagify|wp-?smush|smush|shortpixel|wp-optimize|optimole|tinify|robin-image)\b/

/** Plug-ins that need preparation, and a navigation that lists every page. */
export async function checkSite(
  { sync }: Mirror,
  _: Config,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const { namespaces, listsEveryPage } = await sync.cms.fetchSiteFacts(signal)
  const warning: string[] = []
  const language = namespaces.find((name) => multilingual.test(name))
  if (language !== undefined)
    warning.push(
      `the site has a multilingual plug-in (${language}): new pages inherit language and translation from their parent. Start with one product (sync --gtin), translate the root page, give each language page its language and translated parent, then sync everything`,
    )
  const optimizer = namespaces.find((name) => optimizers.test(name))
  if (optimizer !== undefined)
    warning.push(
      `the site has an image optimizer (${optimizer}): files that it renames, converts or deletes look lost. Set it to keep the originals and their names`,
    )
  if (listsEveryPage)
    warning.push(
      'the site’s navigation lists every page, so it will list every product. Add a navigation menu without the page list before the first sync',
    )
  return warning.length === 0 ? undefined : { warning }
}
