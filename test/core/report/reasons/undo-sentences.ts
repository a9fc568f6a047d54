import type { Reason } from '../../../../src/core/reasons/reason.ts'

const detail = 'returned 500'

/** Every code of an undo with its sentence. */
export const undoSentences: [Reason, string][] = [
  [{ code: 'undone', runId: '1' }, 'what run 1 did is undone'],
  [{ code: 'undo-unknown' }, 'the mirror no longer knows the record'],
  [{ code: 'undo-written-since', runId: '2' }, 'run 2 wrote it since'],
  [{ code: 'undo-gone' }, 'the page is gone'],
  [{ code: 'undo-gone', pageId: 7 }, 'page 7 is gone'],
  [{ code: 'undo-no-text' }, 'the page was resolved since, or its earlier text was not kept'],
  [{ code: 'undo-not-shown' }, 'the page shows none of these fields, or they are reverted already'],
  [
    { code: 'undo-other-template' },
    'the template, the labels or the field map changed since, so its fields cannot be reverted separately. Undo the whole record',
  ],
  [
    { code: 'undo-no-file', field: 'datasheet' },
    'the earlier file of datasheet is no longer in the media library',
  ],
  [{ code: 'undo-trashed' }, 'an editor put the page in the trash'],
  [{ code: 'undo-edited' }, 'an editor changed the page since'],
  [{ code: 'undo-edited', fields: ['title'] }, 'an editor changed title since'],
  [
    { code: 'undo-edited', fields: ['inner'], block: 'missing' },
    'an editor changed mirrored block since: its mirrored block was removed, so its text is not updated; restore it from the page’s revisions in the CMS',
  ],
  [{ code: 'undo-moved', status: 'private' }, 'an editor set the page’s status to private since'],
  [
    { code: 'undo-moved', status: 'private', did: 'retired' },
    'an editor set the page’s status to private after it was retired',
  ],
  [{ code: 'undo-only-block' }, 'the run added the mirrored block: remove it by hand if it is not wanted'],
  [{ code: 'undo-was-draft' }, 'the page was a draft already'],
  [
    { code: 'undo-held', note: 'on sale' },
    'the record is on hold (on sale): release it before it is reverted',
  ],
  [{ code: 'undo-open' }, 'the page is open in the editor with unsaved text. Undo again once it is saved'],
  [{ code: 'undo-unsaved', detail }, 'the CMS could not revert the page: returned 500'],
  [{ code: 'undo-refused', detail }, 'the CMS refused to revert the page: returned 500'],
]
