import { namesOf } from '../../merge/page-fields.ts'
import type { Sentences } from './sentence-types.ts'

type Retire =
  | 'retired'
  | 'gone-already'
  | 'trashed-already'
  | 'status-already'
  | 'has-password'
  | 'made-draft'
  | 'shows-notice'
  | 'no-notice'
  | 'not-retired'

export const retireSentences: Sentences<Retire> = {
  retired: ({ why }) => why,
  'gone-already': () => 'the page was gone already',
  'trashed-already': () => 'an editor had put the page in the trash',
  'status-already': ({ status }) => `the page was ${status} already`,
  'has-password': () => 'an editor had set a password for the page',
  'made-draft': ({ open }) =>
    `an editor ${open ? 'has text in it that is not saved yet' : 'changed the page'}: made a draft instead`,
  'shows-notice': () => 'the page shows a notice',
  'no-notice': ({ block }) =>
    `the page cannot show a notice: ${obstacles[block]}, or unpublish the page. It stays as it is; the next run tries again`,
  'not-retired': ({ cause, detail }, show) => {
    const why = show.detail(detail)
    const text = {
      unsaved: `the CMS could not save the retirement: ${why}`,
      refused: `the CMS refused to retire the page: ${why}`,
      unread: why,
    }[cause]
    return `${text}. It stays as it is; the next run tries again`
  },
}

const fromRevisions = 'restore it from the page’s revisions in the CMS'

const obstacles = {
  emptied: `its mirrored block was emptied; ${fromRevisions}`,
  missing: `its mirrored block was removed; ${fromRevisions}`,
  duplicate: 'it contains several mirrored blocks of this record; remove all except one in the editor',
  broken: `its mirrored block is broken; ${fromRevisions}`,
  unclear: `an editor changed the structure of its mirrored block; ${fromRevisions}`,
}

type Undo =
  | 'undone'
  | 'undo-unknown'
  | 'undo-written-since'
  | 'undo-gone'
  | 'undo-no-text'
  | 'undo-not-shown'
  | 'undo-other-template'
  | 'undo-no-file'
  | 'undo-trashed'
  | 'undo-edited'
  | 'undo-moved'
  | 'undo-only-block'
  | 'undo-was-draft'
  | 'undo-held'
  | 'undo-open'
  | 'undo-unsaved'
  | 'undo-refused'

export const undoSentences: Sentences<Undo> = {
  undone: ({ runId }, show) => `what run ${show.value(runId)} did is undone`,
  'undo-unknown': () => 'the mirror no longer knows the record',
  'undo-written-since': ({ runId }, show) => `run ${show.value(runId)} wrote it since`,
  'undo-gone': ({ pageId }, show) =>
    pageId === undefined ? 'the page is gone' : `page ${show.value(pageId)} is gone`,
  'undo-no-text': () => 'the page was resolved since, or its earlier text was not kept',
  'undo-not-shown': () => 'the page shows none of these fields, or they are reverted already',
  'undo-other-template': () =>
    'the template, the labels or the field map changed since, so its fields cannot be reverted separately. Undo the whole record',
  'undo-no-file': ({ field }, show) =>
    `the earlier file of ${show.value(field)} is no longer in the media library`,
  'undo-trashed': () => 'an editor put the page in the trash',
  'undo-edited': ({ fields, block }) =>
    fields === undefined
      ? 'an editor changed the page since'
      : `an editor changed ${namesOf(fields)} since${block === undefined ? '' : `: ${defects[block]}`}`,
  'undo-moved': ({ status, did }) =>
    `an editor set the page’s status to ${status} ${did === undefined ? 'since' : `after it was ${did}`}`,
  'undo-only-block': () => 'the run added the mirrored block: remove it by hand if it is not wanted',
  'undo-was-draft': () => 'the page was a draft already',
  'undo-held': ({ note }) => `the record is on hold (${note}): release it before it is reverted`,
  'undo-open': () => 'the page is open in the editor with unsaved text. Undo again once it is saved',
  'undo-unsaved': ({ detail }, show) => `the CMS could not revert the page: ${show.detail(detail)}`,
  'undo-refused': ({ detail }, show) => `the CMS refused to revert the page: ${show.detail(detail)}`,
}

const defects = {
  missing:
    'its mirrored block was removed, so its text is not updated; restore it from the page’s revisions in the CMS',
  duplicate:
    'it contains several mirrored blocks of this record, so none of them is updated; remove all except one in the editor',
  broken:
    'its mirrored block is broken, so it is not updated; restore it from the page’s revisions in the CMS',
}
