import type { Config } from '../../../../config/daemon.ts'
import { unshownRemedy } from '../../../core/page/unshown.ts'
import { commandText } from '../../../core/reasons/command.ts'
import { unshownText } from '../../../core/report/notes/page-note-sentences.ts'
import type { PageWrite, PageWritten } from '../../../core/record/page.ts'
import { countOf } from '../../../core/text/format.ts'
import type { RecordKey } from '../../../core/record/record.ts'
import { OutcomeUnknownError } from '../../../lib/errors.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import { findUnshown } from '../../../sync/finish/note-unshown.ts'
import type { Found } from './check-secrets.ts'
import { namedMirror } from '../../terminal/named-mirror.ts'

const text = (word: string): string =>
  `<!-- wp:paragraph -->\n<p>${word}  of product-mirror</p>\n<!-- /wp:paragraph -->`

/** Creates a draft, changes it, reads it after each step, and deletes it. */
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
    const last = await read()
    const found =
      explainStored(changed, first) ??
      explainRead([first, last], changed?.ok === true ? changed.page.content : second)
    if (found !== undefined) return found
    const revisions = await cms.readRevisions(id, signal)
    return Array.isArray(revisions) && revisions.length === 0
      ? { warning: withoutRevisions }
      : 'a test page was written, read back and deleted; pages have revisions'
  } finally {
    await write({ kind: 'delete', id, force: true })
  }
}

const withoutRevisions =
  'pages have no revisions: an edit that is saved at the moment of a write cannot be restored. Switch revisions on (WP_POST_REVISIONS), and keep ten or more'

/** A write whose response was lost is looked up. */
function toLost(error: unknown): undefined {
  if (!(error instanceof OutcomeUnknownError)) throw error
}

/** Detects a change whose response is a success but contains the old text. */
function explainStored(changed: PageWritten | undefined, first: string | undefined): Found | undefined {
  if (changed?.ok === false)
    return {
      failed: `the CMS rejected a change of a test page: ${changed.reason}. Check the PHP log of the CMS`,
    }
  if (changed === undefined || changed.page.content !== first) return undefined
  return {
    failed:
      'the CMS accepts changes of a test page and does not store them, as a plug-in that locks pages or reviews changes does. Allow the user of the mirror to change pages without a review',
  }
}

function explainRead([first, last]: readonly (string | undefined)[], written: string): Found | undefined {
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
  return undefined
}

const multilingual = /^(?:polylang|pll|wpml|translatepress|trp|weglot|bogo|multilingualpress)\b/
const optimizers = /^(?:ewww|imagify|wp-?smush|smush|shortpixel|wp-optimize|optimole|tinify|robin-image)\b/

/** Detects plug-ins that require preparation, and a navigation that lists every page. */
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

const mostShown = 20

/** Whether visitors see the mirrored block of some pages. */
export async function checkShown(
  { sync }: Mirror,
  _: Config,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const { snapshots, cms } = sync
  const languages = await snapshots.mirroredLanguages()
  const sample = new Map<number, RecordKey>()
  for (const language of languages.slice(0, mostShown)) {
    const full = sample.size + Math.floor(mostShown / Math.min(languages.length, mostShown))
    for await (const some of snapshots.scan(language)) {
      for (const { gtin, head } of some)
        if (head.state === 'mirrored' && sample.size < full) sample.set(head.pageId, { gtin, language })
      if (sample.size >= full) break
    }
  }
  if (sample.size === 0) return undefined
  const found = await findUnshown(cms, sample, signal)
  if (found === undefined) return `visitors see the product data of ${countOf(sample.size, 'page')} checked`
  const verify = commandText({ argv: ['verify'] }, namedMirror())
  return { warning: `${unshownText(found)}. ${unshownRemedy}. Then run ${verify}` }
}
