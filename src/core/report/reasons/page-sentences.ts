import { listNames } from '../../text/format.ts'
import type { Sentences } from './sentence-types.ts'
import type { Show } from './show.ts'

type Codes =
  | 'unsaved'
  | 'refused'
  | 'not-stored'
  | 'parent-deleted'
  | 'created-without-text'
  | 'created-incomplete'
  | 'other-status'
  | 'vanished'
  | 'next-sync'
  | 'older-version'
  | 'recreated'
  | 'adopted'
  | 'numbered-slug'
  | 'rewritten-slug'
  | 'hidden-page'
  | 'foreign'
  | 'other-page'
  | 'unreadable-page'
  | 'unreadable-slug'
  | 'unreadable-search'
  | 'unreadable-autosaves'
  | 'unreadable-revisions'
  | 'parent-missing'
  | 'term-refused'
  | 'waits-for'
  | 'published'
  | 'open'

export const pageSentences: Sentences<Codes> = {
  unsaved: ({ detail }, show) =>
    `the CMS could not save the page: ${show.detail(detail)}. The next run tries again`,
  refused: ({ detail }, show) =>
    `the CMS refused the page: ${show.detail(detail)}. Nothing was written; the next run tries again`,
  'not-stored': ({ detail }, show) =>
    `the CMS did not store the page: ${show.detail(detail)}; the next run tries again`,
  'parent-deleted': ({ parentId, detail }, show) =>
    `its parent page ${show.value(parentId)} was deleted during the run: the CMS returned ${show.detail(detail)}. The next run creates both`,
  'created-without-text': ({ detail, ...page }, show) =>
    `${pageName(page, show)} was created without its text: ${show.detail(detail)}. Then remove the page; the next run creates it again`,
  'created-incomplete': ({ pageId, detail }, show) =>
    `page ${show.value(pageId)} was created, but the CMS is missing a part: ${show.detail(detail)}; the next run tries again`,
  'other-status': ({ status, wanted }) =>
    `the CMS stored the status ${status} instead of ${wanted}, and the page keeps it. Check whether a plugin reviews new pages`,
  vanished: () =>
    'the page disappeared or its slug was taken twice during the write; the next run tries again',
  'next-sync': ({ does }) => `the next sync ${does}s its page`,
  'older-version': () => 'it shows an older version of ours; the next sync updates it',
  recreated: () => 'its page was gone: created again',
  adopted: (page, show) =>
    `${pageName(page, show)} had this slug and was adopted: its text stays, the mirrored block was added below`,
  'numbered-slug': ({ slug, wanted, holder }, show) => {
    const other =
      holder === undefined ? 'something that is not a page (perhaps an attachment)' : pageName(holder, show)
    return `its page has the slug ${show.value(slug)} because ${other} uses ${show.value(wanted)}. It works; to change it, rename that item first and then the page`
  },
  'rewritten-slug': ({ slug, wanted }, show) =>
    `the CMS made the slug ${show.value(slug)} of ${show.value(wanted)}`,
  'hidden-page': ({ slug }, show) =>
    `something that our user cannot see has the slug ${show.value(slug)}, perhaps the product’s own page in a status of a plug-in. No second page was left. Check in the CMS which page has this slug, and whether CMS_USER may edit it`,
  foreign: (page, show) =>
    `${pageName(page, show)} has this slug and no mirrored block of this record: it was left alone. Rename it, or set ON_SLUG_TAKEN=adopt to add the block below its text`,
  'other-page': ({ slug, wanted, ...page }, show) =>
    `${pageName(page, show)} contains neither this product’s block nor its slug, so it may be another page since the CMS was restored. It stays as it is. If it is the product’s page, change its slug from ${show.value(slug)} to ${show.value(wanted)}`,
  'unreadable-page': ({ pageId, detail }, show) =>
    `page ${show.value(pageId)} cannot be read (${show.detail(detail)}). It stays as it is; check in the CMS whether our user may edit it`,
  'unreadable-slug': ({ slug, detail }, show) =>
    `the pages at the slug ${show.value(slug)} cannot be read (${show.detail(detail)}), so its page is neither created nor changed. Check the page in the CMS`,
  'unreadable-search': ({ detail }, show) =>
    `a search for its page fails (${show.detail(detail)}), perhaps because of a page of the same product in another language. Check the pages of the product in the CMS`,
  'unreadable-autosaves': ({ detail, ...page }, show) =>
    `the autosaves of ${pageName(page, show)} cannot be read (${show.detail(detail)}), so it is unknown whether it is open in the editor. It stays as it is; the next run tries again. Delete old revisions of the page if it has very many`,
  'unreadable-revisions': ({ sent, detail, ...page }, show) => {
    const unread = `the revisions of ${pageName(page, show)} cannot be read (${show.detail(detail)})`
    return sent
      ? `${unread}, so it is unknown whether our last update overtook an editor’s save. It stays as it is; the next run tries again`
      : `${unread}: if an editor saved the page at the same moment, compare it with its revisions`
  },
  'parent-missing': ({ path, detail }, show) =>
    `the parent page /${path} is missing: ${detail === undefined ? 'it was not created' : show.detail(detail)}. The next run tries again`,
  'term-refused': ({ taxonomy, path, detail }, show) =>
    `the CMS refused to create the term ${show.value(path)} in ${show.value(taxonomy)}: ${show.detail(detail)}. The page was not written. Create the term in the CMS, or allow CMS_USER to do so; the next run tries again`,
  'waits-for': ({ fields }, show) =>
    `not public: it waits for ${listNames(fields.map((field) => show.value(field)))}`,
  published: () => 'its page was a draft and is public now',
  open: ({ at, until, ...page }, show) =>
    `${pageName(page, show)} is open in the editor with unsaved text (last autosave ${show.time(at)}), so it was not changed. The next run writes it once the text is saved or discarded, and after ${show.time(until)} in any case`,
}

/** `page 7 (https://shop.example/7/)` */
export function pageName({ pageId, link }: { pageId: number; link: string }, show: Show): string {
  return `page ${show.value(pageId)} (${show.value(link)})`
}
