import { plainText } from '../reasons/reason-text.ts'
import type { NoteSentences } from './note-sentences.ts'

type Parent =
  | 'parent-unsaved'
  | 'parent-incomplete'
  | 'parent-numbered'
  | 'parent-unreadable'
  | 'parent-moved'

export const parentNoteSentences: NoteSentences<Parent> = {
  'parent-unsaved': ({ path, detail }) =>
    `the CMS could not save the parent page /${path}: ${detail}. No page was created below it. Create that page by hand, or check the log of the CMS; the next run retries`,
  'parent-incomplete': ({ path, pageId, status, detail }) =>
    `the CMS created the parent page /${path} (page ${pageId}, status ${status}), but ${detail}, and complete the page in the CMS`,
  'parent-numbered': ({ path, pageId, link, slug, wanted }) =>
    `the parent page /${path} has the slug ${slug} (page ${pageId}, ${link}): something that is not a page, perhaps an attachment, uses ${wanted}. This works; for the shorter address, rename that item first and then the page`,
  'parent-unreadable': ({ path, pageId, detail }) =>
    `the parent page /${path} (page ${pageId}) cannot be read (${detail})`,
  'parent-moved': ({ path, pageId, link }) =>
    `the CMS moved the page /${path} (page ${pageId}) to ${link} when its listing was written; the next run updates the links to it and to the pages below it`,
}

type Listing = 'listing-edited' | 'listing-unsaved' | 'listing-repaired'

export const listingNoteSentences: NoteSentences<Listing> = {
  'listing-edited': ({ pageId, link }) =>
    `the listing on page ${pageId} (${link}) was edited and stays as it is; empty the block to let the mirror update it again`,
  'listing-unsaved': ({ path, detail }) =>
    `the CMS could not save the listing on the page /${path}: ${detail}. The next run tries again`,
  'listing-repaired': ({ reasons }) => plainText(reasons),
}

type Menu = 'menu-unchanged' | 'menu-unreadable' | 'menu-refused' | 'menu-item-unsaved' | 'menu-items-removed'

export const menuNoteSentences: NoteSentences<Menu> = {
  'menu-unchanged': ({ menuId, detail }) => `menu ${menuId} is unchanged; the next run retries: ${detail}`,
  'menu-unreadable': ({ menuId, detail }) =>
    `menu ${menuId} could not be read (${detail}), so no language page was added to it. Allow CMS_USER to edit menus (in WordPress: the role administrator), or unset MENU_ID`,
  'menu-refused': ({ menuId, detail }) =>
    `the CMS refused items for menu ${menuId}: ${detail}. Check that MENU_ID is the id of a menu and that CMS_USER may edit menus (in WordPress: the role administrator), or unset it`,
  'menu-item-unsaved': ({ menuId, language, detail }) =>
    `language page ${language} could not be added to menu ${menuId}: ${detail}. The next run tries again`,
  'menu-items-removed': ({ menuId, languages }) =>
    `these language pages were removed from menu ${menuId}, so they are not added again: ${languages.join(', ')}. To restore one, add it in the CMS`,
}
