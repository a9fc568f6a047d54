import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Reason } from '../../../../src/core/reasons/reason.ts'
import { kindOfReasons, plainText, reasonText } from '../../../../src/core/report/reasons/reason-text.ts'
import { belowFailure, generalText, inGeneral } from '../../../../src/core/report/reasons/show.ts'
import { key } from '../../../helpers/content/records.ts'
import { undoSentences } from './undo-sentences.ts'

const at = '2026-11-20T04:00:00.000Z'
const page = { pageId: 7, link: 'https://shop.example/7/' }
const detail = 'returned 500'
const resolve = 'product-mirror resolve 4006381333931 de-de'
const decided = { by: 'Ada', at }

/** Every code with its sentence. */
const sentences: [Reason, string][] = [
  [{ code: 'unread', detail }, 'returned 500'],
  [{ code: 'unplanned', detail }, 'returned 500'],
  [{ code: 'damaged', detail }, 'returned 500'],
  [{ code: 'text', text: 'an earlier text' }, 'an earlier text'],
  [
    { code: 'held', ...decided, note: '' },
    `held by Ada since 2026-11-20. To mirror it again: ${resolve} release`,
  ],
  [
    { code: 'held', ...decided, note: 'on sale' },
    `held by Ada since 2026-11-20: on sale. To mirror it again: ${resolve} release`,
  ],
  [
    { code: 'skipped', at, note: 'undone with run 1' },
    `shows the earlier version: undone with run 1 on 2026-11-20. The partner’s next change is written. To write its current version now: ${resolve} release`,
  ],
  [
    { code: 'skipped', at, note: 'undone with run 1', fields: ['inner', 'price'] },
    `shows the earlier mirrored block and price: undone with run 1 on 2026-11-20. Another value of the partner is written. To write its current version now: ${resolve} release`,
  ],
  [
    { code: 'in-held-plan', runId: '7' },
    'run 7 holds this change until its plan is approved or cancelled: the page is left unchanged. To write its plan: product-mirror approve 7',
  ],
  [
    { code: 'suspect', blanks: { code: 'fields', fields: ['intro', 'application', 'image'] } },
    `3 core fields became empty at once (intro, application, image): the page is left unchanged. If the partner intended this: ${resolve} accept`,
  ],
  [
    { code: 'suspect', blanks: { code: 'price', detail: 'price is "x", which cannot be read' } },
    `price is "x", which cannot be read: the page is left unchanged. If the partner intended this: ${resolve} accept`,
  ],
  [
    { code: 'resynced', runId: '2' },
    'run 2 has synced this product since it was planned here, and left nothing to do',
  ],
  [
    { code: 'unchecked', detail },
    'not written: it could not be checked against the approved plan: returned 500',
  ],
  [
    { code: 'changed-since-plan', detail: 'page 7 was changed' },
    'left out of the approved plan: page 7 was changed. The next sync plans it again',
  ],
  [
    { code: 'lost' },
    'not written: its batch failed after all tries. The page is unchanged; the next run retries',
  ],
  [{ code: 'lost', detail: 'The CMS is down.' }, 'not written: The CMS is down'],
  [
    { code: 'lost', undoes: '1' },
    'not reverted: its batch failed after all tries. To continue: product-mirror undo 1',
  ],
  [
    { code: 'lost', undoes: '1', detail: 'The CMS is down.' },
    'not reverted: The CMS is down. To continue: product-mirror undo 1',
  ],
  [{ code: 'not-compared', pageId: 7, detail }, 'page 7 cannot be read and was not compared (returned 500)'],
  [{ code: 'unsaved', detail }, 'the CMS could not save the page: returned 500. The next run tries again'],
  [
    { code: 'refused', detail },
    'the CMS refused the page: returned 500. Nothing was written; the next run tries again',
  ],
  [{ code: 'not-stored', detail }, 'the CMS did not store the page: returned 500; the next run tries again'],
  [
    { code: 'parent-deleted', parentId: 3, detail },
    'its parent page 3 was deleted during the run: the CMS returned returned 500. The next run creates both',
  ],
  [
    { code: 'created-without-text', ...page, detail },
    'page 7 (https://shop.example/7/) was created without its text: returned 500. Then remove the page; the next run creates it again',
  ],
  [
    { code: 'created-incomplete', pageId: 7, detail },
    'page 7 was created, but the CMS is missing a part: returned 500; the next run tries again',
  ],
  [
    { code: 'other-status', status: 'pending', wanted: 'publish' },
    'the CMS stored the status pending instead of publish, and the page keeps it. Check whether a plugin reviews new pages',
  ],
  [
    { code: 'vanished' },
    'the page disappeared or its slug was taken twice during the write; the next run tries again',
  ],
  [{ code: 'next-sync', does: 'create' }, 'the next sync creates its page'],
  [{ code: 'next-sync', does: 'update' }, 'the next sync updates its page'],
  [{ code: 'older-version' }, 'it shows an older version of ours; the next sync updates it'],
  [{ code: 'recreated' }, 'its page was gone: created again'],
  [
    { code: 'adopted', ...page },
    'page 7 (https://shop.example/7/) had this slug and was adopted: its text stays, the mirrored block was added below',
  ],
  [
    { code: 'numbered-slug', slug: 'x-2', wanted: 'x' },
    'its page has the slug x-2 because something that is not a page (perhaps an attachment) uses x. It works; to change it, rename that item first and then the page',
  ],
  [
    { code: 'numbered-slug', slug: 'x-2', wanted: 'x', holder: page },
    'its page has the slug x-2 because page 7 (https://shop.example/7/) uses x. It works; to change it, rename that item first and then the page',
  ],
  [{ code: 'rewritten-slug', slug: 'y', wanted: 'x' }, 'the CMS made the slug y of x'],
  [
    { code: 'hidden-page', slug: 'x' },
    'something that our user cannot see has the slug x, perhaps the product’s own page in a status of a plug-in. No second page was left. Check in the CMS which page has this slug, and whether CMS_USER may edit it',
  ],
  [
    { code: 'foreign', ...page },
    'page 7 (https://shop.example/7/) has this slug and no mirrored block of this record: it was left alone. Rename it, or set ON_SLUG_TAKEN=adopt to add the block below its text',
  ],
  [
    { code: 'other-page', ...page, slug: 'imprint', wanted: 'x' },
    'page 7 (https://shop.example/7/) contains neither this product’s block nor its slug, so it may be another page since the CMS was restored. It stays as it is. If it is the product’s page, change its slug from imprint to x',
  ],
  [
    { code: 'unreadable-page', pageId: 7, detail },
    'page 7 cannot be read (returned 500). It stays as it is; check in the CMS whether our user may edit it',
  ],
  [
    { code: 'unreadable-slug', slug: 'x', detail },
    'the pages at the slug x cannot be read (returned 500), so its page is neither created nor changed. Check the page in the CMS',
  ],
  [
    { code: 'unreadable-search', detail },
    'a search for its page fails (returned 500), perhaps because of a page of the same product in another language. Check the pages of the product in the CMS',
  ],
  [
    { code: 'unreadable-autosaves', ...page, detail },
    'the autosaves of page 7 (https://shop.example/7/) cannot be read (returned 500), so it is unknown whether it is open in the editor. It stays as it is; the next run tries again. Delete old revisions of the page if it has very many',
  ],
  [
    { code: 'unreadable-revisions', ...page, detail },
    'the revisions of page 7 (https://shop.example/7/) cannot be read (returned 500): if an editor saved the page at the same moment, compare it with its revisions',
  ],
  [
    { code: 'unreadable-revisions', ...page, detail, sent: true },
    'the revisions of page 7 (https://shop.example/7/) cannot be read (returned 500), so it is unknown whether our last update overtook an editor’s save. It stays as it is; the next run tries again',
  ],
  [
    { code: 'parent-missing', path: 'products' },
    'the parent page /products is missing: it was not created. The next run tries again',
  ],
  [
    { code: 'parent-missing', path: 'products', detail },
    'the parent page /products is missing: returned 500. The next run tries again',
  ],
  [
    { code: 'term-refused', taxonomy: 'product_cat', path: 'Tapes > Roof', detail },
    'the CMS refused to create the term Tapes > Roof in product_cat: returned 500. The page was not written. Create the term in the CMS, or allow CMS_USER to do so; the next run tries again',
  ],
  [{ code: 'waits-for', fields: ['price', 'width'] }, 'not public: it waits for price and width'],
  [{ code: 'published' }, 'its page was a draft and is public now'],
  [
    { code: 'open', ...page, at, until: '2026-11-21T03:00:00.000Z' },
    'page 7 (https://shop.example/7/) is open in the editor with unsaved text (last autosave 2026-11-20 04:00 UTC), so it was not changed. The next run writes it once the text is saved or discarded, and after 2026-11-21 03:00 UTC in any case',
  ],
  [
    { code: 'conflict', fields: ['title', 'inner'] },
    `editor and partner both changed title, mirrored block: the editor’s stays. Resolve it with keep, overwrite or hold: ${resolve} keep`,
  ],
  [
    { code: 'conflict', fields: ['inner'], parts: 2 },
    `editor and partner both changed 2 parts of the mirrored block: the editor’s stays. Resolve it with keep, overwrite or hold: ${resolve} keep`,
  ],
  [
    { code: 'edited', fields: ['title', 'inner'], parts: 1 },
    'the editor changed title, a part of the mirrored block: kept',
  ],
  [{ code: 'withheld' }, 'the partner’s new text is not added if it replaces a part that the editor hid'],
  [
    { code: 'overwritten', fields: ['title'], ...decided },
    'title of the editor overwritten, as Ada decided on 2026-11-20',
  ],
  [
    { code: 'overwrite-outdated', ...decided },
    'the page was changed after Ada decided on 2026-11-20 to overwrite it: nothing was overwritten',
  ],
  [
    { code: 'nothing-to-overwrite', fields: ['title', 'inner'], ...decided },
    'nothing of the editor is left in title, mirrored block, as Ada decided on 2026-11-20',
  ],
  [{ code: 'image-missing' }, 'the partner’s image is missing, so the featured image was not overwritten'],
  [
    { code: 'block', block: 'unlocked' },
    'an editor unlocked the mirrored block: its content is still updated',
  ],
  [
    { code: 'block', block: 'emptied' },
    `an editor emptied the mirrored block: it stays empty. To fill it again: ${resolve} overwrite`,
  ],
  [
    { code: 'block', block: 'missing' },
    `an editor removed the mirrored block: it is not added again. To add it below the text: ${resolve} overwrite`,
  ],
  [
    { code: 'block', block: 'duplicate' },
    `the page contains the mirrored block more than once, so none of them is changed. Remove all except one in the editor, then: ${resolve} overwrite`,
  ],
  [
    { code: 'block', block: 'broken' },
    `the mirrored block is broken, so it is not changed. Restore it from the page’s revisions or remove it, then: ${resolve} overwrite`,
  ],
  [
    { code: 'stale-block' },
    'an editor’s save restored an old version of the mirrored block, or made its JSON-LD visible: repaired',
  ],
  [{ code: 'hidden', status: 'draft', known: true }, 'the page stays draft, as an editor set it'],
  [
    { code: 'hidden', status: 'draft' },
    'the page is draft, and it is unknown who set that status: it stays draft. Publish it in the CMS if readers should see it',
  ],
  [
    { code: 'trashed' },
    'the page is in the trash and stays there; restored in the CMS, it is mirrored again',
  ],
  [
    { code: 'edit-restored' },
    'an editor saved the page at the same moment as it was written: the edit was restored',
  ],
  [
    { code: 'written-again' },
    'an editor saved an earlier version right after the page was written: their text stays, and the product’s part was written again',
  ],
  [
    { code: 'saved-repeatedly', pageId: 7, revision: 9 },
    'it was saved repeatedly in the meantime: compare page 7 with its revision 9, and restore the missing parts there',
  ],
  [
    { code: 'edit-not-restored', ...page, revision: 9, detail },
    'an editor saved page 7 (https://shop.example/7/) at the same moment as it was written, and the CMS refused to restore the edit: returned 500. The edit is the page’s revision 9: restore that in the editor. The next run keeps it and writes the product’s part again',
  ],
  [{ code: 'retired', why: 'left the catalogue' }, 'left the catalogue'],
  [{ code: 'gone-already' }, 'the page was gone already'],
  [{ code: 'trashed-already' }, 'an editor had put the page in the trash'],
  [{ code: 'status-already', status: 'draft' }, 'the page was draft already'],
  [{ code: 'has-password' }, 'an editor had set a password for the page'],
  [{ code: 'shows-notice' }, 'the page shows a notice'],
  ...(
    [
      ['emptied', 'its mirrored block was emptied; restore it from the page’s revisions in the CMS'],
      ['missing', 'its mirrored block was removed; restore it from the page’s revisions in the CMS'],
      [
        'duplicate',
        'it contains several mirrored blocks of this record; remove all except one in the editor',
      ],
      ['broken', 'its mirrored block is broken; restore it from the page’s revisions in the CMS'],
      [
        'unclear',
        'an editor changed the structure of its mirrored block; restore it from the page’s revisions in the CMS',
      ],
    ] as const
  ).map(([block, text]): [Reason, string] => [
    { code: 'no-notice', block },
    `the page cannot show a notice: ${text}, or unpublish the page. It stays as it is; the next run tries again`,
  ]),
  [{ code: 'made-draft', open: false }, 'an editor changed the page: made a draft instead'],
  [
    { code: 'made-draft', open: true },
    'an editor has text in it that is not saved yet: made a draft instead',
  ],
  [
    { code: 'not-retired', cause: 'unsaved', detail },
    'the CMS could not save the retirement: returned 500. It stays as it is; the next run tries again',
  ],
  [
    { code: 'not-retired', cause: 'refused', detail },
    'the CMS refused to retire the page: returned 500. It stays as it is; the next run tries again',
  ],
  [
    { code: 'not-retired', cause: 'unread', detail: 'page 7 cannot be read' },
    'page 7 cannot be read. It stays as it is; the next run tries again',
  ],
  ...undoSentences,
  [
    { code: 'not-undone', causes: [{ code: 'undo-trashed' }, { code: 'stale-block' }] },
    'not reverted: an editor put the page in the trash; an editor’s save restored an old version of the mirrored block, or made its JSON-LD visible: repaired',
  ],
  [
    {
      code: 'quarantined',
      count: 5,
      since: at,
      nextTryAt: '2026-11-24T10:00:00.000Z',
      causes: [{ code: 'unread', detail: 'HTTP 500. No data.' }],
    },
    'failed in 5 runs in a row since 2026-11-20 04:00 UTC, most recently: HTTP 500. No data. Its page is unchanged; the next attempt is after 2026-11-24 10:00 UTC. To try now: product-mirror sync --gtin 4006381333931 --language de-de; to retry with the next run: product-mirror retry 4006381333931 de-de',
  ],
]

test.each(sentences)('the reason %j', (reason, text) => {
  expect(Reason.parse(reason)).toEqual(reason)
  expect(reasonText(key, [reason], undefined)).toBe(text)
})

test('every code has a sentence here', () => {
  const codes = Reason.options.map(({ shape }) => shape.code.value)
  expect(new Set(sentences.map(([{ code }]) => code))).toEqual(new Set(codes))
})

test('several reasons are separated by semicolons', () => {
  expect(reasonText(key, [{ code: 'recreated' }, { code: 'stale-block' }], undefined)).toBe(
    'its page was gone: created again; an editor’s save restored an old version of the mirrored block, or made its JSON-LD visible: repaired',
  )
  expect([reasonText(key, [], undefined), reasonText(key, undefined, undefined), plainText()]).toEqual([
    '',
    '',
    '',
  ])
})

test('without commands, a reason ends before them', () => {
  expect(plainText([{ code: 'held', ...decided, note: '' }])).toBe('held by Ada since 2026-11-20')
})

test('below the failure of its run, a lost record does not repeat it', () => {
  const lost = { code: 'lost', detail: 'The CMS is down.', ofRun: true } as const
  expect(plainText([lost])).toBe('not written: The CMS is down')
  expect(plainText([lost], belowFailure)).toBe('not written: see the cause above')
  expect(plainText([{ code: 'lost', detail: 'refused' }], belowFailure)).toBe('not written: refused')
})

describe('the text of a group', () => {
  test('omits ids, times and the numbers in messages', () => {
    const unread = (pageId: number, code: number): Reason => {
      return { code: 'unreadable-page', pageId, detail: `GET https://x.example/${pageId} returned ${code}` }
    }
    expect(plainText([unread(7, 500)], inGeneral)).toBe(plainText([unread(8, 502)], inGeneral))
    const lost = { code: 'lost', detail: 'returned 502', ofRun: true } as const
    expect(plainText([lost], inGeneral)).toBe('not written: returned …')
    expect(plainText([{ code: 'open', ...page, at, until: at }], inGeneral)).not.toMatch(/\d/)
  })

  test.each([
    ['GET https://partner.example/a/1 (503)', 'GET … (…)'],
    ['09506000134352/de-at: HTTP 404', '…/…: HTTP …'],
    ['The time 2026-11-20 is not well-formed text', 'The time … is not well-formed text'],
  ])('of the message "%s" is "%s"', (message, general) => {
    expect(generalText(message)).toBe(general)
  })
})

test('the kind of reasons depends on their codes and messages, but not on ids, times and numbers', () => {
  const kinds = new Map(sentences.map(([reason]) => [reason.code, kindOfReasons([reason])]))
  expect(new Set(kinds.values()).size).toBe(kinds.size)
  const kindOf = (pageId: number, status: number) =>
    kindOfReasons([{ code: 'unreadable-page', pageId, detail: `returned ${status}` }])
  expect(kindOf(7, 500)).toBe(kindOf(8, 502))
  expect(kindOfReasons([{ code: 'unread', detail: 'refused' }])).not.toBe(
    kindOfReasons([{ code: 'unread', detail: 'returned 500' }]),
  )
  expect(kindOfReasons()).toBe('')
})

test('no text of a message changes the commands', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(reasonText(key, [{ code: 'suspect', blanks: { code: 'text', text } }], undefined)).toBe(
        `${text}: the page is left unchanged. If the partner intended this: ${resolve} accept`,
      )
    }),
  )
})
