import { unshownRemedy } from '../../page/unshown.ts'
import { countOf } from '../../text/format.ts'
import { plural } from '../../text/plural.ts'
import { hiddenFromEditors } from '../hidden-pages.ts'
import type { NoteSentences } from './note-sentences.ts'

type Codes =
  | 'batches-blocked'
  | 'pages-hidden'
  | 'row-not-compared'
  | 'row-not-observed'
  | 'edits-unreadable'
  | 'not-shown'
  | 'orphan-waits'
  | 'orphan-kept'
  | 'orphan-withdrawn'
  | 'orphan-refused'
  | 'duplicate-kept'
  | 'duplicate-not-removed'

type PageName = { pageId: number; link: string }

export const pageNoteSentences: NoteSentences<Codes> = {
  'batches-blocked': ({ detail }) =>
    `the CMS refuses batches (POST /batch/v1: ${detail}), so each page is written with a request of its own, which is several times slower. Allow this request in the firewall, proxy or security plug-in in front of the CMS`,
  'pages-hidden': ({ count }) =>
    `the CMS hides ${count} ${plural(count, 'page')} from our user. Check which pages CMS_USER may edit; a hidden page of a product is neither updated nor created again${hiddenFromEditors(count)}`,
  'row-not-compared': ({ name, detail }) => `${name} cannot be read and was not compared (${detail})`,
  'row-not-observed': ({ name, detail }) =>
    `${name} cannot be read, so edits of it are not noticed (${detail})`,
  'edits-unreadable': ({ pageId, detail }) =>
    `page ${pageId} was changed and cannot be read, so its edits are not known (${detail})`,
  'not-shown': (found) => ({
    text: `${unshownText(found)}. ${unshownRemedy}`,
    command: { lead: 'To list all such pages', argv: ['verify'] },
  }),
  'orphan-waits': (page) => `${orphan(page)}. It is withdrawn if the product stays away`,
  'orphan-kept': ({ detail, ...page }) => `${orphan(page)}. It stays as it is: ${detail}`,
  'orphan-withdrawn': ({ status, ...page }) => `${orphan(page)}. It is ${status} now`,
  'orphan-refused': ({ detail, ...page }) => `${orphan(page)}. The CMS refused to withdraw it: ${detail}`,
  'duplicate-kept': (kept) => `${duplicate(kept)}. Move it to the trash if it is not needed`,
  'duplicate-not-removed': (kept) => `${duplicate(kept)}. The next run tries again`,
}

/** `3 pages of 20 checked, for example 4006381333931/de-de: visitors do not see the mirrored block` */
export function unshownText(found: {
  count: number
  checked: number
  recordId: string
  detail: string
}): string {
  const { count, checked, recordId, detail } = found
  return `${countOf(count, 'page')} of ${checked} checked, for example ${recordId}: ${detail}`
}

function orphan({ pageId, link }: PageName): string {
  return `page ${pageId} (${link}) was created by a write whose reply was lost, and its product is gone`
}

function duplicate({ pageId, link, name, detail }: PageName & { name: string; detail: string }): string {
  return `page ${pageId} (${link}) looks like a duplicate of ${name}, but ${detail}, so it was kept`
}
