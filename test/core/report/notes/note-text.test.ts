import { expect, test } from 'vitest'
import { Note } from '../../../../src/core/reasons/note.ts'
import { noteText } from '../../../../src/core/report/notes/note-text.ts'

const page = { pageId: 7, link: 'https://shop.example/7/' }
const named = 'page 7 (https://shop.example/7/)'
const detail = 'returned 500'
const language = 'de-de'
const path = 'products/de-de'
const planned = { create: 60, update: 0, restore: 0, retire: 2 }
const required = { misses: 3, hours: 20 }
const file = (name: string): string => `http://p/${name} (4006381333931/de-de)`
const orphan = `${named} was created by a write whose reply was lost, and its product is gone`
const duplicate = `${named} looks like a duplicate of 4006381333931 de-de, but returned 500, so it was kept`
const copy = { ...page, name: '4006381333931 de-de', detail }
const menuId = 15

/** Every code with its sentence. */
const sentences: [Note, string][] = [
  [
    { code: 'text', text: 'an earlier text: product-mirror status' },
    'an earlier text: product-mirror status',
  ],
  [{ code: 'catalog', detail: 'line 3: "1" has 1 digit' }, 'catalogue: line 3: "1" has 1 digit'],
  [
    { code: 'language-not-served', language },
    'the partner does not serve language de-de: nothing is fetched for it, and its pages stay. Check LANGUAGES, or contact the partner',
  ],
  [
    { code: 'column-missing', column: 'category' },
    'the catalogue has no column category: pages keep its values of the last run. Restore the column, or correct MAP, FAMILY_BY or LISTING_GROUP_BY',
  ],
  [
    { code: 'successors-unusable', count: 2, example: '4006381333931: "bald" is not a GTIN-13' },
    '2 cells of the column successor have no GTIN of another product, so notices do not link one; for example 4006381333931: "bald" is not a GTIN-13',
  ],
  [
    { code: 'column-omitted', column: 'category', products: 2, gtin: '4006381333931' },
    'the catalogue has no value of category for 2 products, for example 4006381333931: the fields of the map that it fills keep the last one. Send an empty value to empty them',
  ],
  [
    { code: 'not-in-catalog', gtin: '4006381333931' },
    'GTIN 4006381333931 is not in the catalogue: nothing was done for it. Check the number, or add it to CATALOG',
  ],
  [
    { code: 'wrong-etags', recordId: '4006381333931/de-de' },
    'the partner’s ETags do not follow its data: 4006381333931/de-de changed, and its ETag did not. For a month, every record is requested in full. Ask the partner to repair its ETags',
  ],
  [{ code: 'damaged-value', detail: 'k was moved to d' }, 'k was moved to d'],
  [
    { code: 'not-planned', count: 1 },
    '1 record was not planned, because the job was lost; the next run plans them',
  ],
  [
    { code: 'kept-unreadable', pages: 1, unreadable: 2 },
    '1 page was not retired although the product left the catalogue: 2 catalogue entries could not be read, and the product may be one of them. No such page is retired before the catalogue is fixed',
  ],
  [
    { code: 'kept-delisted', pages: 2, ...required },
    '2 pages stay although the product left the catalogue: a page is retired once 3 runs in a row, at least 20 hours apart, missed it',
  ],
  [
    { code: 'kept-delisted', pages: 1, misses: 3, hours: 0 },
    '1 page stays although the product left the catalogue: a page is retired once 3 runs in a row missed it',
  ],
  [
    { code: 'kept-language', language, pages: 1, misses: 1, hours: 20 },
    'the partner does not list language de-de: its 1 page stays. Once 1 run in a row missed the language, a run waits for you to approve that it is retired',
  ],
  [
    { code: 'kept-language', language, pages: 7, ...required },
    'the partner does not list language de-de: its 7 pages stay. Once 3 runs in a row, at least 20 hours apart, missed the language, a run waits for you to approve that they are retired',
  ],
  [
    { code: 'not-retired', pages: 1, failed: 2, records: 6 },
    '1 page was not retired: 2 of 6 records could not be read, so a missing product may still exist. The next run with fewer failures retires what is gone',
  ],
  [
    { code: 'media-omitted', fault: `${file('a.pdf')}: No.`, others: [], more: 0 },
    `media left out: ${file('a.pdf')}: No.`,
  ],
  // The CMS ends its messages with a period.
  [
    { code: 'media-omitted', fault: `${file('a.pdf')}: No.`, others: [file('b.pdf')], more: 0 },
    `media left out: ${file('a.pdf')}: No; likewise ${file('b.pdf')}`,
  ],
  [
    { code: 'media-kept', fault: 'a: it is empty', others: ['b', 'c'], more: 9 },
    'pages keep the earlier version of a file: a: it is empty; likewise b, c and 9 other files',
  ],
  [{ code: 'media-odd', fault: 'a: padded', others: [], more: 0 }, 'media used as it is: a: padded'],
  [
    { code: 'media-unfetched', count: 1_010, example: 'a: its server returned 503 (nobody home).' },
    '1,010 files could not be fetched, for example a: its server returned 503 (nobody home). The next run fetches them',
  ],
  [{ code: 'media-unfetched', count: 1 }, '1 file could not be fetched. The next run fetches them'],
  [
    { code: 'media-unused', count: 2 },
    '2 files are no longer shown by any page. To list them: product-mirror status --unused-media',
  ],
  [
    { code: 'media-trashed', count: 1 },
    '1 file that no page has shown since an earlier run is in the trash of the media library',
  ],
  [
    { code: 'media-no-trash', count: 2 },
    '2 files: unused files stay in the media library: the CMS has no trash for files, and the mirror deletes none of them permanently. Define MEDIA_TRASH as true in wp-config.php, or delete them by hand. To list them: product-mirror status --unused-media',
  ],
  [
    { code: 'sizes-failed', count: 2, example: 'media 7 (http://c/a.jpg): the CMS returned 500.' },
    'the CMS could not create smaller sizes of 2 images, for example media 7 (http://c/a.jpg): the CMS returned 500. Pages show the original. Create them in the CMS, for example with “wp media regenerate --only-missing”',
  ],
  [
    { code: 'sizes-waiting', count: 1, created: 0 },
    'smaller sizes of 1 image are not created yet. The next run continues; until then, visitors get the originals',
  ],
  [
    { code: 'sizes-waiting', count: 3, created: 1, detail: 'another run waits' },
    'smaller sizes of 3 images are not created yet (another run waits); this run created those of 1 image. The next run continues; until then, visitors get the originals',
  ],
  [
    { code: 'uploads-blocked', detail: '403 blocked' },
    'something in front of the CMS rejects files that are sent as they are (POST /media: 403 blocked), so files are sent as forms (multipart/form-data). No action is needed; the firewall may also allow requests of the types image/* and application/pdf',
  ],
  [
    { code: 'batches-blocked', detail: '403 blocked' },
    'the CMS refuses batches (POST /batch/v1: 403 blocked), so each page is written with a request of its own, which is several times slower. Allow this request in the firewall, proxy or security plug-in in front of the CMS',
  ],
  [
    { code: 'pages-hidden', count: 3 },
    'the CMS hides 3 pages from our user. Check which pages CMS_USER may edit; a hidden page of a product is neither updated nor created again',
  ],
  [
    { code: 'row-not-compared', name: 'page 57', detail },
    'page 57 cannot be read and was not compared (returned 500)',
  ],
  [
    { code: 'row-not-observed', name: 'page 57', detail },
    'page 57 cannot be read, so edits of it are not noticed (returned 500)',
  ],
  [
    { code: 'edits-unreadable', pageId: 7, detail },
    'page 7 was changed and cannot be read, so its edits are not known (returned 500)',
  ],
  [
    {
      code: 'not-shown',
      count: 1,
      checked: 20,
      recordId: '4006381333931/de-de',
      detail: 'visitors do not see the mirrored block: it is built with Divi',
    },
    '1 page of 20 checked, for example 4006381333931/de-de: visitors do not see the mirrored block: it is built with Divi. Switch the page back to the block editor, or remove what replaces its content. To list all such pages: product-mirror verify',
  ],
  [{ code: 'orphan-waits', ...page }, `${orphan}. It is withdrawn if the product stays away`],
  [{ code: 'orphan-kept', ...page, detail: 'it was edited' }, `${orphan}. It stays as it is: it was edited`],
  [{ code: 'orphan-withdrawn', ...page, status: 'draft' }, `${orphan}. It is draft now`],
  [{ code: 'orphan-refused', ...page, detail }, `${orphan}. The CMS refused to withdraw it: returned 500`],
  [{ code: 'duplicate-kept', ...copy }, `${duplicate}. Move it to the trash if it is not needed`],
  [{ code: 'duplicate-not-removed', ...copy }, `${duplicate}. The next run tries again`],
  [
    { code: 'parent-unsaved', path, detail },
    'the CMS could not save the parent page /products/de-de: returned 500. No page was created below it. Create that page by hand, or check the log of the CMS; the next run retries',
  ],
  [
    { code: 'parent-incomplete', path, pageId: 7, status: 'draft', detail: 'it did not. Check its plugins' },
    'the CMS created the parent page /products/de-de (page 7, status draft), but it did not. Check its plugins, and complete the page in the CMS',
  ],
  [
    { code: 'parent-numbered', path: 'products', ...page, slug: 'products-2', wanted: 'products' },
    'the parent page /products has the slug products-2 (page 7, https://shop.example/7/): something that is not a page, perhaps an attachment, uses products. This works; for the shorter address, rename that item first and then the page',
  ],
  [
    { code: 'parent-unreadable', path, pageId: 7, detail },
    'the parent page /products/de-de (page 7) cannot be read (returned 500)',
  ],
  [
    { code: 'parent-moved', path, ...page },
    'the CMS moved the page /products/de-de (page 7) to https://shop.example/7/ when its listing was written; the next run updates the links to it and to the pages below it',
  ],
  [
    { code: 'listing-edited', ...page },
    `the listing on ${named} was edited and stays as it is; empty the block to let the mirror update it again`,
  ],
  [
    { code: 'listing-unsaved', path, detail },
    'the CMS could not save the listing on the page /products/de-de: returned 500. The next run tries again',
  ],
  [{ code: 'listing-repaired', reasons: [{ code: 'unread', detail }] }, 'returned 500'],
  [{ code: 'menu-unchanged', menuId, detail }, 'menu 15 is unchanged; the next run retries: returned 500'],
  [
    { code: 'menu-unreadable', menuId, detail },
    'menu 15 could not be read (returned 500), so no language page was added to it. Allow CMS_USER to edit menus (in WordPress: the role administrator), or unset MENU_ID',
  ],
  [
    { code: 'menu-refused', menuId, detail },
    'the CMS refused items for menu 15: returned 500. Check that MENU_ID is the id of a menu and that CMS_USER may edit menus (in WordPress: the role administrator), or unset it',
  ],
  [
    { code: 'menu-item-unsaved', menuId, language, detail },
    'language page de-de could not be added to menu 15: returned 500. The next run tries again',
  ],
  [
    { code: 'menu-items-removed', menuId, languages: ['de-de', 'en-gb'] },
    'these language pages were removed from menu 15, so they are not added again: de-de, en-gb. To restore one, add it in the CMS',
  ],
  [
    { code: 'superseded', runId: '7', held: true, planned },
    'superseded the held plan 7: 2 retirements, 60 new pages',
  ],
  [
    { code: 'superseded', runId: '7', held: false, planned },
    'superseded the plan 7: 2 retirements, 60 new pages',
  ],
  [
    { code: 'changed-pages', count: 2, shown: ['a', 'b'] },
    'left out of the approved plan: 2 pages changed in the CMS since it was made (a, b). The next sync plans them again',
  ],
  [
    { code: 'changed-pages', count: 3, shown: ['a', 'b'] },
    'left out of the approved plan: 3 pages changed in the CMS since it was made (a, b, …). The next sync plans them again',
  ],
  [
    { code: 'rest-of-plan', runId: '7', part: 'updates' },
    'the rest of the plan of run 7, of which only the updates were approved',
  ],
  [
    { code: 'rest-of-plan', runId: '7', part: { language: 'de-de' } },
    'the rest of the plan of run 7, of which only language de-de was approved',
  ],
  [
    { code: 'partly-approved', runId: '8', part: { sample: 5 }, planned },
    'only a sample of 5 records of the plan was approved; the rest waits as run 8: 2 retirements, 60 new pages',
  ],
  [
    { code: 'partly-approved', runId: '8', part: 'updates', planned },
    'only the updates of the plan were approved; the rest waits as run 8: 2 retirements, 60 new pages',
  ],
  [
    { code: 'stale-blocks', count: 1 },
    '1 page planned because an editor saved an older version of the mirrored block over the present one, or made its JSON-LD visible',
  ],
  [
    { code: 'changed-files', count: 2 },
    '2 pages planned because a file changed at its address or is gone from the media library',
  ],
  [
    { code: 'moved-files', count: 8 },
    '8 pages planned because files of the media library have other addresses',
  ],
  [
    { code: 'known-conflicts', count: 2 },
    '2 findings are known conflicts of editor and partner. To decide: product-mirror decisions',
  ],
  [{ code: 'known-holds', count: 2 }, '2 findings are known: their records are held'],
]

test.each(sentences)('%j is shown as a sentence', (note, sentence) => {
  expect(noteText(Note.parse(note), undefined)).toBe(sentence)
})

test('every code has a sentence in this table', () => {
  const codes = Note.options.map(({ shape }) => shape.code.value)
  expect(new Set(sentences.map(([{ code }]) => code))).toEqual(new Set(codes))
})

test('the command in a note names the mirror, if there are several', () => {
  expect(noteText({ code: 'known-conflicts', count: 2 }, 'shop')).toContain(
    'product-mirror decisions --mirror shop',
  )
})
