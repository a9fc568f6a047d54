import { expect, test } from 'vitest'
import type { Effect, Obstacle } from '../../../src/core/decisions/resolution.ts'
import { resolutionText, toManyResolved } from '../../../src/core/report/resolution-text.ts'
import { key } from '../../helpers/content/records.ts'

const id = '4006381333931/de-de'
const at = '2026-11-20T04:00:00.000Z'
const link = 'https://shop.example/7/'
const now = 'To run now: product-mirror sync --gtin 4006381333931 --language de-de'
const release = 'product-mirror resolve 4006381333931 de-de release'

/** Every effect with its sentences. */
const effects: [Effect, string][] = [
  [
    { code: 'kept', fields: ['title', 'inner'], link },
    `Kept: the title, mirrored block of ${id} (${link}) stays as the editor wrote it. If the partner changes it again, a new conflict is reported.`,
  ],
  [
    { code: 'overwrites', fields: ['title'] },
    `Saved: the next run overwrites the title of ${id} with the partner’s version. If the page changes before then, the run reports a conflict instead. ${now}`,
  ],
  [{ code: 'held', hasPage: true }, `Held: ${id}. Its page is not changed until you run: ${release}`],
  [
    { code: 'held', hasPage: false, replaced: 'accept' },
    `Held: ${id}. This replaces the decision to accept. No page is created until you run: ${release}`,
  ],
  [{ code: 'restores' }, `Released: the next run writes the partner’s version to the page of ${id}. ${now}`],
  [
    { code: 'cancelled', decision: 'hold' },
    `Released: the decision to hold ${id} is cancelled; the next run mirrors it again. ${now}`,
  ],
  [
    { code: 'cancelled', decision: 'overwrite' },
    `Released: the decision to overwrite ${id} is cancelled; it needs a decision again.`,
  ],
  [
    { code: 'accepted', blanks: { code: 'name' } },
    `Accepted: the held version of ${id} (the name became empty). The next run writes it unless the partner changes the product first. ${now}`,
  ],
]

/** Every obstacle with its sentences. */
const obstacles: [Obstacle, string, string?][] = [
  [{ code: 'changed' }, `${id} has changed since it was listed. Look at it again.`],
  [{ code: 'no-page' }, `No page of ${id} is mirrored. Check the GTIN and the language.`],
  [
    { code: 'held', hold: { kind: 'hold', by: 'Ada', at, reason: 'on sale' } },
    `${id} is held by Ada since 2026-11-20: on sale.`,
    ` To mirror it again: ${release}`,
  ],
  [
    { code: 'not-shown', skip: { kind: 'skip', by: 'undo', at, digest: 'd', reason: 'undone with run 1' } },
    `${id} shows the earlier version: undone with run 1 on 2026-11-20. The partner’s next change is written.`,
    ` To write its current version now: ${release}`,
  ],
  [
    { code: 'not-shown' },
    `${id} does not show the partner’s version since an undo.`,
    ` Release it first: ${release}`,
  ],
  [{ code: 'no-conflict' }, `The page of ${id} has no conflict.`],
  [{ code: 'just-written' }, `A run has just written the page of ${id}.`, ' See: product-mirror decisions'],
  [{ code: 'retired' }, `The page of ${id} is retired.`],
  [{ code: 'trashed', pageId: 7 }, `Page 7 of ${id} is in the trash: there is nothing to overwrite.`],
  [{ code: 'gone', pageId: 7 }, `Page 7 of ${id} is gone: there is nothing to overwrite.`],
  [
    { code: 'image-missing', url: 'https://partner.example/a.jpg' },
    `The editor’s featured image of ${id} stays, because the partner’s image (https://partner.example/a.jpg) is missing. Overwrite it once the partner has repaired the image.`,
  ],
  [{ code: 'no-edits', pageId: 7, link }, `Page 7 of ${id} (${link}) has no edits to overwrite.`],
  [{ code: 'nothing-pending' }, `${id} is not held and has no pending decision.`],
  [{ code: 'nothing-blocked' }, `No version of ${id} is held for emptied fields or unusual values.`],
]

test.each(effects)('the effect %j of a decision is shown as: %s', (effect, text) => {
  expect(resolutionText(key, { ok: true, effect }, undefined)).toBe(text)
})

test.each(obstacles)('the obstacle %j is shown as: %s', (obstacle, text, command = '') => {
  const refused = { ok: false, code: 'held', obstacle, allowed: ['hold', 'release'] } as const
  expect(resolutionText(key, { ...refused, allowed: [...refused.allowed] }, undefined)).toBe(
    `${text} Allowed now: hold, release.${command}`,
  )
})

test('commands name one of several mirrors', () => {
  expect(resolutionText(key, { ok: true, effect: { code: 'restores' } }, 'brand-a')).toMatch(
    /product-mirror sync --mirror brand-a --gtin/,
  )
})

test('a decision about many records has the reason of each refusal in words', () => {
  const undecided = [
    {
      ...key,
      ok: false as const,
      code: 'changed' as const,
      obstacle: { code: 'changed' as const },
      allowed: ['hold' as const],
    },
    { ...key, ok: false as const, code: 'interrupted' as const },
  ]
  expect(toManyResolved({ done: [key], undecided }, undefined)).toEqual({
    done: [key],
    refused: [
      {
        ...key,
        code: 'changed',
        reason: `${id} has changed since it was listed. Look at it again. Allowed now: hold.`,
      },
      { ...key, code: 'interrupted', reason: `${id} was not reached before the command was interrupted.` },
    ],
  })
})
