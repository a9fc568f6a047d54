import { describe, expect, test } from 'vitest'
import type { Finding } from '../../../../src/core/page/finding.ts'
import { FindingReason, Repair } from '../../../../src/core/reasons/finding-reasons.ts'
import { FindingReport, toFindingReport } from '../../../../src/core/report/findings/finding-report.ts'
import { findingText, repairText } from '../../../../src/core/report/findings/finding-text.ts'
import { key } from '../../../helpers/content/records.ts'

const pageId = 9
const held = { code: 'held', by: 'Ada', at: '2026-11-20T04:00:00.000Z', note: '' } as const

/** Every code with its sentence. */
const sentences: [FindingReason, string][] = [
  [{ code: 'trashed' }, 'an editor put the page in the trash, and it stays there; it can be restored there'],
  [
    { code: 'moved', slug: { is: 'anders', wanted: 'gtin-4006381333931-de-de' } },
    'its slug is anders, not gtin-4006381333931-de-de; this stays until it is changed in the CMS',
  ],
  [
    { code: 'moved', slug: { is: 'a', wanted: 'b' }, parent: { is: 9, wanted: 3 } },
    'its slug is a, not b, and its parent is page 9, not 3; this stays until it is changed in the CMS',
  ],
  [
    { code: 'moved', parent: { is: 9, wanted: 3 } },
    'its parent is page 9, not 3; this stays until it is changed in the CMS',
  ],
  [{ code: 'edited', fields: ['title'] }, 'an editor changed title'],
  [
    { code: 'edited', fields: ['title', 'excerpt', 'inner'] },
    'an editor changed title, excerpt and mirrored block',
  ],
  [
    { code: 'block-removed' },
    'its mirrored block was removed, so its text is not updated; restore it from the page’s revisions in the CMS',
  ],
  [
    { code: 'block-repeated', count: 2 },
    'it holds 2 mirrored blocks of this record, so none of them is updated; remove all except one in the editor',
  ],
  [
    { code: 'block-broken', detail: 'it has no end' },
    'its mirrored block is broken (it has no end), so it is not updated; restore it from the page’s revisions in the CMS',
  ],
  [
    { code: 'successor-outdated' },
    'its notice does not link the current page of the successor; the next sync updates it, unless an editor changed the notice',
  ],
  [
    { code: 'notice-missing' },
    'its product is retired, and an editor removed the notice; restore it from the page’s revisions in the CMS, or unpublish the page',
  ],
  [
    { code: 'stale-block' },
    'an editor who had the page open saved an older version of the mirrored block over the present one, or made its JSON-LD visible. To write it again: product-mirror verify --repair',
  ],
  [
    { code: 'not-shown', detail: 'visitors do not see the mirrored block: the CMS shows no content for it' },
    'visitors do not see the mirrored block: the CMS shows no content for it. Switch the page back to the block editor, or remove what replaces its content',
  ],
  [
    { code: 'foreign' },
    'it has this record’s slug but no mirrored block, and is never written to; give it another slug',
  ],
  [
    { code: 'no-snapshot' },
    'it contains this record’s block, but no snapshot names it. If its product is gone, remove the page by hand; otherwise: product-mirror rebuild',
  ],
  [
    { code: 'duplicate', pageId, removable: false },
    'it contains this record’s block, but the record’s page is 9; give it another slug, or trash it',
  ],
  [
    { code: 'duplicate', pageId, removable: true },
    'it contains this record’s block, but the record’s page is 9; it was not edited. To trash it if the mirror created it: product-mirror verify --repair',
  ],
  [
    { code: 'files-deleted', count: 1 },
    'it shows 1 file that was deleted from the media library; the next sync uploads it again. To upload it now: product-mirror verify --repair',
  ],
  [
    { code: 'files-deleted', count: 2 },
    'it shows 2 files that were deleted from the media library; the next sync uploads them again. To upload them now: product-mirror verify --repair',
  ],
  [
    { code: 'links-outdated' },
    'it links pages in other languages at outdated URLs; the next sync updates those that no editor changed',
  ],
  [
    { code: 'links-outdated', blocked: held },
    'it links pages in other languages at outdated URLs; the next sync leaves the page as it is: held by Ada since 2026-11-20. To mirror it again: product-mirror resolve 4006381333931 de-de release',
  ],
  [
    { code: 'links-outdated', blocked: { code: 'unread', detail: 'returned 500' } },
    'it links pages in other languages at outdated URLs; the next sync leaves the page as it is: returned 500',
  ],
  [{ code: 'deleted' }, 'it was deleted from the CMS. To recreate it: product-mirror verify --repair'],
  [
    { code: 'deleted-adoptable', pageId },
    'it was deleted, and page 9 has its slug and this record’s block. To adopt that page: product-mirror verify --repair',
  ],
  [
    { code: 'deleted-slug-taken', pageId },
    'it was deleted, and page 9, which is not ours, has its slug; give that page another slug',
  ],
  [
    { code: 'deleted-in-trash', pageId },
    'it was deleted, and page 9 of this record is in the trash; restore that page, or delete it permanently',
  ],
  [
    { code: 'deleted-unreadable', detail: 'returned 500' },
    'it was deleted, and the pages at its slug cannot be read (returned 500)',
  ],
  [{ code: 'text', text: 'an earlier text' }, 'an earlier text'],
]

/** Every code of a parent page with its sentence. */
const aboutParents: [FindingReason, string][] = [
  [
    { code: 'parent-deleted' },
    'the parent page /products was deleted from the CMS. To recreate it: product-mirror verify --repair',
  ],
  [
    { code: 'parent-trashed' },
    'the parent page /products is in the trash, and its pages have lost their URL; restore it from the trash',
  ],
  // No verify has this finding; a parent page has no decisions.
  [
    { code: 'links-outdated', blocked: held },
    'it links pages in other languages at outdated URLs; the next sync leaves the page as it is: held by Ada since 2026-11-20',
  ],
]

/** Every repair with its sentence. */
const repairs: [Repair, string][] = [
  [{ code: 'recreated', pageId }, 'recreated as page 9'],
  [{ code: 'adopted', pageId }, 'page 9 is the record’s page now'],
  [{ code: 'trashed' }, 'put into the trash'],
  [{ code: 'written' }, 'written again'],
  [{ code: 'uploaded' }, 'uploaded again, and the page was written'],
  [{ code: 'linked' }, 'links updated'],
  [{ code: 'text', text: 'an earlier text' }, 'an earlier text'],
]

const about = (reason: FindingReason): Finding => ({ ...key, kind: 'edited', pageId: 41, reason })
const codesOf = (union: typeof FindingReason | typeof Repair) =>
  union.options.map(({ shape }) => shape.code.value)

describe('a finding', () => {
  test.each(sentences)('%j is shown as: %s', (reason, text) => {
    expect(findingText(about(reason), undefined)).toBe(text)
  })

  test.each(aboutParents)('about a parent page, %j is shown as: %s', (reason, text) => {
    expect(findingText({ path: 'products', kind: 'missing', pageId: 3, reason }, undefined)).toBe(text)
  })

  test.each(repairs)('that was repaired, %j, is shown as: %s', (repair, text) => {
    expect(repairText(repair)).toBe(text)
  })

  test('has a sentence here for every code', () => {
    const tested = [...sentences, ...aboutParents].map(([{ code }]) => code)
    expect(new Set(tested)).toEqual(new Set(codesOf(FindingReason)))
    expect(repairs.map(([{ code }]) => code).toSorted()).toEqual(codesOf(Repair).toSorted())
  })

  test('names one of several mirrors in its commands', () => {
    expect(findingText(about({ code: 'deleted' }), 'brand-a')).toMatch(
      /: product-mirror verify --mirror brand-a --repair$/,
    )
  })
})

test('programs read the code of a finding, with the sentences of difference and repair', () => {
  const finding: Finding = { ...about({ code: 'deleted' }), link: 'https://shop.example/9/', known: 'hold' }
  const report = toFindingReport({ ...finding, repaired: { code: 'recreated', pageId } }, undefined)
  expect(report).toEqual({
    ...key,
    kind: 'edited',
    pageId: 41,
    link: 'https://shop.example/9/',
    known: 'hold',
    code: 'deleted',
    detail: 'it was deleted from the CMS. To recreate it: product-mirror verify --repair',
    repaired: 'recreated as page 9',
  })
  expect(FindingReport.parse(report)).toEqual(report)
  expect(toFindingReport(finding, undefined)).not.toHaveProperty('repaired')
})
