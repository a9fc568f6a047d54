import fc from 'fast-check'
import { expect } from 'vitest'
import type { Outcome } from '../../../src/core/run/change.ts'
import type { Conflict } from '../../../src/core/page/conflict.ts'
import type { Media } from '../../../src/core/record/media.ts'
import type { MenuItemState } from '../../../src/core/page/menu.ts'
import type { Replaced } from '../../../src/core/plan/undo-entry.ts'
import type { ListedAs, SnapshotHead } from '../../../src/core/record/snapshot.ts'
import type { StoredPlace } from '../../../src/lib/stored-errors.ts'
import { conflictShape, decisionShape, suspectShape } from '../../../src/store/formats/shapes/decisions.ts'
import {
  assetShape,
  mediaShape,
  plannedAssetShape,
  recheckShape,
  unusedShape,
} from '../../../src/store/formats/shapes/media.ts'
import { changeShape, outcomeShape } from '../../../src/store/formats/shapes/plan.ts'
import {
  auditShape,
  findingShape,
  menuItemShape,
  sentNoticeShape,
} from '../../../src/store/formats/shapes/reports.ts'
import { bodyShape, headShape, type SnapshotBody } from '../../../src/store/formats/shapes/snapshot.ts'
import {
  deferralShape,
  failingShape,
  missingAssetsShape,
  outdatedFilesShape,
} from '../../../src/store/formats/shapes/waiting.ts'
import { intentShape, replacedShape } from '../../../src/store/formats/shapes/writes.ts'
import type { Shape } from '../../../src/store/formats/define-shape.ts'
import type { KnownAsset } from '../../../src/sync/ports/stored.ts'
import type { Intent } from '../../../src/sync/ports/writes.ts'
import { anyProduct } from '../../helpers/content/arbitraries.ts'
import {
  anyReasons,
  change,
  field,
  fields,
  finding,
  id,
  members,
  order,
  record,
  retireTo,
  someTexts,
  status,
  pageTexts,
  undone,
  word,
  words,
  blanks,
} from './any-parts.ts'

/** Makes the check that values of a shape survive being stored, as text and compressed. */
function survives<T>(shape: Shape<T>, values: fc.Arbitrary<T>): (place: StoredPlace) => void {
  return (place) =>
    fc.assert(
      fc.property(values, (value) => {
        expect(shape.decode(shape.encode(value), place)).toEqual(value)
        expect(shape.unpack(shape.pack(value), place)).toEqual(value)
        expect(shape.encode(shape.decode(shape.encode(value), place))).toBe(shape.encode(value))
      }),
    )
}

/** For each stored shape the check that what is written is what is read. */
export const anyStored: Record<string, (place: StoredPlace) => void> = {
  'snapshot head': survives(
    headShape,
    members<SnapshotHead>(
      {
        digest: word,
        template: word,
        pageId: id,
        slug: word,
        state: fc.constantFrom('mirrored', 'retired'),
        etag: word,
        retiredTo: retireTo,
        links: word,
        link: word,
        listed: members<ListedAs>({ name: word, number: word }, ['name']),
      },
      ['digest', 'template', 'pageId', 'state'],
    ),
  ),
  snapshot: survives(
    bodyShape,
    members<SnapshotBody>(
      {
        product: anyProduct,
        base: pageTexts,
        runId: word,
        writtenAt: word,
        past: words,
        shown: word,
        revision: id,
        undoneInPart: fc.record({ runId: word, by: word }),
        undone,
      },
      ['product', 'base', 'runId', 'writtenAt'],
    ),
  ),
  'planned change': survives(changeShape, change),
  outcome: survives(
    outcomeShape,
    members<Outcome>(
      {
        ...record,
        result: fc.constantFrom('created', 'kept', 'failed', 'quarantined', 'undone'),
        reasons: anyReasons,
        withOthers: fc.constant(true),
        pageId: id,
        link: word,
        fields: words,
        kept: words,
        conflicts: words,
        at: word,
        before: word,
        after: word,
      },
      ['gtin', 'language', 'result'],
    ),
  ),
  intent: survives(
    intentShape,
    members<Intent>(
      {
        runId: word,
        sentAt: id,
        since: id,
        slug: word,
        read: fc.record(
          { revision: id, revisions: id, inner: word },
          { requiredKeys: ['revision', 'revisions'] },
        ),
        wrote: fc.record({ digest: word, left: fields }),
        landed: fc.constantFrom('create', 'update'),
      },
      ['runId', 'sentAt'],
    ),
  ),
  'undo entry': survives(
    replacedShape,
    members<Replaced>(
      {
        did: fc.constantFrom('updated', 'restored', 'retired'),
        product: anyProduct,
        texts: someTexts,
        base: someTexts,
        status: fc.record({ before: status, after: status }),
        retiredTo: retireTo,
        links: word,
        added: word,
        awaits: fc.array(word),
        undone,
      },
      ['did'],
    ),
  ),
  decision: survives(decisionShape, order),
  conflict: survives(
    conflictShape,
    members<Conflict>(
      {
        pageId: id,
        link: word,
        runId: word,
        at: word,
        fields: fc.array(fc.record({ field, base: word, theirs: word, ours: word }), { maxLength: 3 }),
        wanted: word,
        mergeBase: word,
        block: fc.constantFrom('missing', 'duplicate', 'broken'),
      },
      ['pageId', 'link', 'runId', 'at', 'fields'],
    ),
  ),
  'blank version': survives(suspectShape, fc.record({ digest: word, blanks, runId: word, at: word })),
  deferral: survives(deferralShape, fc.record({ pageId: id, since: word, runId: word })),
  'failing record': survives(
    failingShape,
    fc.record(
      { count: id, since: word, runId: word, reasons: anyReasons, nextTryAt: word },
      { requiredKeys: ['count', 'since', 'runId', 'reasons'] },
    ),
  ),
  'unused file': survives(unusedShape, fc.record({ since: word, runId: word })),
  'list of outdated files': survives(outdatedFilesShape, fc.record({ urls: fc.array(word) })),
  'state of the file checks': survives(recheckShape, fc.record({ at: id, cursor: word })),
  'planned asset': survives(
    plannedAssetShape,
    fc.record(
      { url: word, kind: fc.constantFrom('image' as const, 'pdf' as const), of: word, name: word },
      { requiredKeys: ['url', 'kind'] },
    ),
  ),
  'list of missing assets': survives(
    missingAssetsShape,
    fc.record({
      assets: fc.array(
        fc.record(
          {
            url: word,
            kind: fc.constantFrom('image' as const, 'pdf' as const),
            of: word,
            field: fc.constantFrom('image' as const, 'safety_datasheet' as const),
            name: word,
          },
          { requiredKeys: ['url', 'kind'] },
        ),
        { maxLength: 3 },
      ),
    }),
  ),
  asset: survives(
    assetShape,
    members<KnownAsset>({ sha256: word, checkedAt: id, etag: word, lastModified: word }, [
      'sha256',
      'checkedAt',
    ]),
  ),
  'media file': survives(
    mediaShape,
    members<Media>(
      {
        id,
        sha256: word,
        url: word,
        mime: word,
        bytes: id,
        width: id,
        height: id,
        large: fc.record({ url: word, width: id, height: id }),
        medium: fc.record({ url: word, width: id, height: id }),
      },
      ['id', 'sha256', 'url', 'mime', 'bytes'],
    ),
  ),
  finding: survives(findingShape, finding),
  'menu item': survives(
    menuItemShape,
    fc.oneof<fc.Arbitrary<MenuItemState>[]>(
      fc.record({ is: fc.constant('sent' as const), at: id }),
      fc.constantFrom({ is: 'there' as const }, { is: 'taken' as const }),
    ),
  ),
  'notified trouble': survives(sentNoticeShape, fc.record({ event: word, runId: word, digest: word })),
  'audit entry': survives(
    auditShape,
    fc.record({
      at: word,
      by: word,
      from: word,
      via: fc.constantFrom('dashboard' as const, 'api' as const, 'queues' as const, 'terminal' as const),
      action: word,
      subject: word,
      done: fc.boolean(),
      result: word,
    }),
  ),
}
