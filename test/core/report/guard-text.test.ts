import { expect, test } from 'vitest'
import { guardMessage, guardText } from '../../../src/core/report/guard-text.ts'
import type { GuardVerdict } from '../../../src/core/reasons/guard-verdict.ts'
import { key } from '../../helpers/content/records.ts'
import { retireVerdict } from '../../helpers/sync/guards.ts'

const numbers = { count: 7, of: 12, limit: 6, share: 7 / 12 }
const template = { guard: 'template', ...numbers, count: 240, of: 240, only: 240, rewrite: false } as const
const values = { guard: 'values', count: 490, of: 1000, limit: 50, share: 0.49, maxShare: 0.05 } as const
const links = {
  guard: 'links',
  count: 60,
  of: 100,
  limit: 50,
  share: 0.6,
  maxShare: 0.5,
  added: [],
  removed: [],
} satisfies GuardVerdict
const samples = 'The run’s report shows samples before and after.'

test.each<[GuardVerdict, string]>([
  [
    retireVerdict(412, 1030),
    'retire 412 of 1030 pages (40.0 %, limit 51 pages or 5.0 %). Check that the catalogue and the language list are complete.',
  ],
  [
    { guard: 'update', ...numbers, own: 7, apart: 0, maxShare: 0.5 },
    'update 7 of 12 pages (58.3 %, limit 6 pages or 50.0 %). Check the partner’s data.',
  ],
  [
    { guard: 'update', ...numbers, own: 3, apart: 4, maxShare: 0.5 },
    'update 3 of 12 pages, after 4 others since the last full run (58.3 %, limit 6 pages or 50.0 %). Check the partner’s data.',
  ],
  [
    { guard: 'update', count: 80, of: 100, limit: 50, share: 0.8, create: 60, rewrite: 20, maxShare: 0.5 },
    'recreate 60 pages and rewrite 20, together 80.0 % of 100 (limit 50 pages or 50.0 %). Was the CMS restored from a backup or emptied?',
  ],
  [
    { guard: 'update', count: 6, of: 0, limit: 5, share: 6, create: 1, rewrite: 5, maxShare: 0.5 },
    'recreate 1 page and rewrite 5, together 600.0 % of 0 (limit 5 pages or 50.0 %). Was the CMS restored from a backup or emptied?',
  ],
  [
    { guard: 'retire', ...numbers, own: 3, apart: 4, maxShare: 0.5 },
    'retire 3 of 12 pages, after 4 others since the last full run (58.3 %, limit 6 pages or 50.0 %). Check that the catalogue and the language list are complete.',
  ],
  [
    { guard: 'create', ...numbers, own: 7, apart: 0, maxShare: 0.5 },
    'create 7 pages in a mirror of 12 (58.3 %, limit 6 pages or 50.0 %). Check the catalogue and the language list.',
  ],
  [
    { guard: 'restore', ...numbers, own: 1, apart: 6, maxShare: 0.5 },
    'publish 1 retired page again, of 12, after 6 others since the last full run (58.3 %, limit 6 pages or 50.0 %). Check the catalogue and the language list.',
  ],
  [
    links,
    'change only the links to other pages on 60 of 100 pages (60.0 %, limit 50 pages or 50.0 %). Nothing else changes on these pages. Check LANGUAGES and the partner’s language list.',
  ],
  [
    { ...links, added: ['pl-pl', 'sk-sk'] },
    'change only the links to other pages on 60 of 100 pages (60.0 %, limit 50 pages or 50.0 %), because the mirror gains pl-pl, sk-sk, and every page links the other languages of its product. Nothing else changes on these pages. If this is a mistake, correct LANGUAGES and the partner’s language list.',
  ],
  [
    { ...links, removed: ['fr-fr'] },
    'change only the links to other pages on 60 of 100 pages (60.0 %, limit 50 pages or 50.0 %), because the mirror loses fr-fr, and every page links the other languages of its product. Nothing else changes on these pages. If this is a mistake, correct LANGUAGES and the partner’s language list.',
  ],
  [
    { ...links, added: ['pl-pl'], removed: ['fr-fr'] },
    'change only the links to other pages on 60 of 100 pages (60.0 %, limit 50 pages or 50.0 %), because the mirror gains pl-pl and loses fr-fr, and every page links the other languages of its product. Nothing else changes on these pages. If this is a mistake, correct LANGUAGES and the partner’s language list.',
  ],
  [
    { guard: 'first', ...numbers, count: 1200, of: 1200 },
    'create the first 1,200 pages of an empty mirror. The schedule fills no empty mirror without approval.',
  ],
  [
    { guard: 'first', ...numbers, count: 1995, of: 2000 },
    'create 1,995 pages in a mirror of 5 that no full run has filled yet. The schedule fills no empty mirror without approval.',
  ],
  [
    template,
    `write 240 of 240 pages because the template or the labels changed, all of them for no other reason. ${samples}`,
  ],
  [
    { ...template, only: 236 },
    `write 240 of 240 pages because the template or the labels changed, 236 of them for no other reason. ${samples}`,
  ],
  [
    { ...template, only: 0 },
    `write 240 of 240 pages because the template or the labels changed, none of them for no other reason. ${samples}`,
  ],
  [
    { ...template, count: 1, only: 1 },
    `write 1 of 240 pages because the template or the labels changed, for no other reason. ${samples}`,
  ],
  [
    { ...template, rewrite: true },
    'write 240 of 240 pages because every page is to be written again, all of them for no other reason.',
  ],
  [
    { guard: 'recreate', count: 11, of: 200, limit: 10, share: 0.055, maxShare: 0.05 },
    'create 11 of 200 pages again that are gone from the CMS (5.5 %, limit 10 pages or 5.0 %). Was the CMS restored from a backup or emptied, or may its user no longer see them?',
  ],
  [
    { guard: 'language', ...numbers, languages: ['fr-fr', 'pl-pl'] },
    'retire 7 of 12 pages: the partner does not list fr-fr, pl-pl, or LANGUAGES does not name it. Check the partner’s language list, and LANGUAGES.',
  ],
])('the guard of %j is shown as a plan that waits and as one that does not', (verdict, what) => {
  expect(guardText(verdict, 'would', undefined)).toBe(`Would ${what}`)
  expect(guardText(verdict, 'was', undefined)).toBe(`The plan was to ${what}`)
})

test.each<[GuardVerdict, string]>([
  [
    { guard: 'lost', ...numbers, count: 5, languages: ['de-de', 'fr-fr'] },
    'Redis does not know at least 5 mirrored pages that exist in the CMS (de-de, fr-fr): its data is lost, wholly or in part. Run product-mirror rebuild first: it restores the data from the pages and writes nothing to the CMS.',
  ],
  [
    { guard: 'lost', ...numbers, count: 1, languages: ['de-de'] },
    'Redis does not know at least 1 mirrored page that exists in the CMS (de-de): its data is lost, wholly or in part. Run product-mirror rebuild first: it restores the data from the pages and writes nothing to the CMS.',
  ],
  [
    { ...values, rule: 'outliers', field: 'price', examples: [{ ...key, before: '405.91', after: '4.06' }] },
    'Values of price break a rule in 490 of 1,000 records (49.0 %, limit 50 records or 5.0 %): 4006381333931/de-de 405.91 → 4.06, …. Check the partner’s data. These records stay held even if the plan is approved. To accept their values, run product-mirror resolve --all accept --kind values first.',
  ],
  [
    {
      ...values,
      count: 2,
      rule: 'emptied',
      field: 'intro',
      examples: [
        { ...key, before: 'Band', after: '' },
        { ...key, gtin: '9', before: 'Filz', after: '' },
      ],
    },
    'Values of intro become empty in 2 of 1,000 records (49.0 %, limit 50 records or 5.0 %): 4006381333931/de-de Band → empty, 9/de-de Filz → empty. Check the partner’s data.',
  ],
  [
    { ...values, rule: 'changed', field: 'name', examples: [{ ...key, before: '', after: 'Filz' }] },
    'Values of name change in 490 of 1,000 records (49.0 %, limit 50 records or 5.0 %): 4006381333931/de-de empty → Filz, …. Check the partner’s data.',
  ],
  [
    { ...values, count: 51, apart: 50, rule: 'emptied', field: 'catalog.category', examples: [] },
    'Values of catalog.category become empty in 51 of 1,000 records, in 50 of them since the last full run (49.0 %, limit 50 records or 5.0 %): …. Check the partner’s data.',
  ],
  [{ guard: 'retire', ...numbers, text: 'Would retire 7.' }, 'Would retire 7.'],
])('the guard of %j has the same sentence at any time', (verdict, text) => {
  expect(guardText(verdict, 'would', undefined)).toBe(text)
  expect(guardText(verdict, 'was', undefined)).toBe(text)
})

test('the message of a guard ends with the command that approves the plan', () => {
  const verdict = retireVerdict(9, 10)
  expect(guardMessage(verdict, { id: '2026-11-20-3' }, undefined)).toBe(
    `${guardText(verdict, 'would', undefined)} If this is wanted: product-mirror approve 2026-11-20-3`,
  )
})
