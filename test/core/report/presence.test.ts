import { because } from '../../helpers/content/reason-of.ts'
import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../src/core/report/history.ts'
import { describePresence, type PresenceFacts } from '../../../src/core/report/presence.ts'

const at = '2026-11-20T04:00:00.000Z'
const gtin = '4006381333931'
const otherwise = { pageStatus: 'publish', because: 'it is not in the catalogue' }
const head = { state: 'mirrored', link: 'https://site.example/a/' } as const
const entry = (result: HistoryEntry['result'], more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  gtin,
  language: 'de-de',
  result,
  at,
  runId: 'run-1',
  kind: 'sync',
  trigger: 'cli',
  ...more,
})
const record = (more: Partial<PresenceFacts> = {}): PresenceFacts => ({
  language: 'de-de',
  entries: [],
  ...more,
})
const pageState = (state: 'draft' | 'hidden' | 'trashed' | 'deleted', awaits?: string[]) => ({
  state,
  pageId: 7,
  edited: [],
  since: at,
  ...(awaits && { awaits }),
})
const failing = { count: 3, since: at, runId: 'run-1', reasons: because('returned 500.') }

describe('whether visitors find a product', () => {
  test.each<[Partial<PresenceFacts>, string]>([
    [{ head, entries: [entry('created')] }, 'On the site since 2026-11-20 04:00 UTC.'],
    [{ head, writtenAt: at }, 'On the site, last written on 2026-11-20 04:00 UTC.'],
    [{ head }, 'On the site.'],
    [{ head: { state: 'retired', retiredTo: 'notice' } }, 'On the site.'],
    [{ head, pageState: { state: 'edited', pageId: 7, edited: ['title'], since: at } }, 'On the site.'],
    [{}, 'Not there because it is not in the catalogue.'],
    [{ failing }, 'Not there because it failed in 3 runs in a row: returned 500.'],
    [{ failing: { ...failing, count: 1 } }, 'Not there because it failed: returned 500.'],
    [
      { pending: { kind: 'hold', at, by: 'olive', reason: 'on sale' } },
      'Not there because olive holds it since 2026-11-20 04:00 UTC: on sale.',
    ],
    [
      { pending: { kind: 'hold', at, by: 'olive', reason: '' } },
      'Not there because olive holds it since 2026-11-20 04:00 UTC.',
    ],
    [
      { planned: { runId: 'run-2', kind: 'create' } },
      'Not there because run run-2 plans its page, but has not written it yet.',
    ],
    [
      { entries: [entry('held', { reasons: because('the slug is taken.') })] },
      'Not there because of the result of run run-1: the slug is taken.',
    ],
    [{ entries: [entry('unchanged')] }, 'Not there because it is not in the catalogue.'],
    [
      {
        head: { state: 'retired', retiredTo: 'draft' },
        entries: [entry('retired', { reasons: because('absent at the partner') })],
      },
      'Not there because run run-1 made its page a draft: absent at the partner.',
    ],
    [
      { head: { state: 'retired', retiredTo: 'trash' }, entries: [entry('retired')] },
      'Not there because run run-1 put its page in the trash.',
    ],
    [{ head: { state: 'retired' } }, 'Not there because the mirror withdrew its page.'],
    [
      { head, pageState: pageState('hidden') },
      'Not there because an editor unpublished page 7 (first seen on 2026-11-20 04:00 UTC).',
    ],
    [
      { head, pageState: pageState('trashed') },
      'Not there because an editor put page 7 in the trash (first seen on 2026-11-20 04:00 UTC).',
    ],
    [
      { head, pageState: pageState('deleted') },
      'Not there because an editor deleted page 7 permanently (first seen on 2026-11-20 04:00 UTC).',
    ],
    [
      { head, pageState: pageState('draft') },
      'Not there because page 7 is still a draft (first seen on 2026-11-20 04:00 UTC).',
    ],
    [
      { head, pageState: pageState('draft', ['image', 'price']) },
      'Not there because page 7 waits for image and price (first seen on 2026-11-20 04:00 UTC).',
    ],
  ])('%o: %s', (facts, sentence) => {
    expect(describePresence([record(facts)], otherwise)).toBe(sentence)
  })

  test('a page with another status than “publish” that was never public is not there', () => {
    const draft = record({ head: { state: 'mirrored' } })
    expect(describePresence([draft], otherwise)).toBe('On the site.')
    expect(describePresence([draft], { ...otherwise, pageStatus: 'draft' })).toBe(
      'Not there because new pages get the status “draft” (PAGE_STATUS), and no editor has published this one yet.',
    )
  })

  test('an unknown product is not there for the given reason', () => {
    expect(describePresence([], otherwise)).toBe('Not there because it is not in the catalogue.')
  })

  test('the sentence covers all languages, failures first', () => {
    const there = record({ head, entries: [entry('created', { at: '2026-11-21T04:00:00.000Z' })] })
    const earlier = record({ language: 'en-gb', head, entries: [entry('created')] })
    const gone = ['fr-fr', 'it-it', 'es-es', 'bg-bg', 'cs-cz', 'da-dk'].map((language) =>
      record({ language }),
    )
    const failed = record({ language: 'pl-pl', failing })
    expect(describePresence([there, earlier], otherwise)).toBe(
      'On the site since 2026-11-20 04:00 UTC, in all 2 languages.',
    )
    expect(describePresence([there, earlier, ...gone, failed], otherwise)).toBe(
      'On the site since 2026-11-20 04:00 UTC, in 2 of 9 languages.' +
        ' Not there in pl-pl because it failed in 3 runs in a row: returned 500.' +
        ' Not there in fr-fr, it-it, es-es, bg-bg, cs-cz, and 1 other language because it is not in the catalogue.',
    )
    expect(describePresence([...gone, record({ language: 'el-gr' }), there], otherwise)).toContain(
      'and 2 other languages because',
    )
    expect(describePresence([gone[0] ?? there, failed], otherwise)).toBe(
      'Not there because it failed in 3 runs in a row: returned 500. The reasons differ between the languages.',
    )
  })

  test('of equally severe reasons, the most frequent one is first', () => {
    const gone = record({ head: { state: 'retired' } })
    const unlisted = [record({ language: 'fr-fr' }), record({ language: 'it-it' })]
    expect(describePresence([gone, ...unlisted], otherwise)).toMatch(
      /^Not there because it is not in the catalogue\./,
    )
  })
})
