import type { MergeField } from '../../record/page.ts'
import { namesOf, rowOf } from '../../merge/page-fields.ts'
import { resolveCommand } from '../../reasons/record-commands.ts'
import { pageName } from './page-sentences.ts'
import type { Sentences, Told } from './sentence-types.ts'
import type { Show } from './show.ts'

type Codes =
  | 'conflict'
  | 'edited'
  | 'withheld'
  | 'overwritten'
  | 'overwrite-outdated'
  | 'nothing-to-overwrite'
  | 'image-missing'
  | 'block'
  | 'stale-block'
  | 'hidden'
  | 'trashed'
  | 'edit-restored'
  | 'written-again'
  | 'saved-repeatedly'
  | 'edit-not-restored'

export const mergeSentences: Sentences<Codes> = {
  conflict: ({ fields, parts }, show) => ({
    text: `editor and partner both changed ${partsOf(fields, parts, show)}: the editor’s stays`,
    commands: (key) => [resolveCommand(key, 'keep', 'Resolve it with keep, overwrite or hold')],
  }),
  edited: ({ fields, parts }, show) => `the editor changed ${partsOf(fields, parts, show)}: kept`,
  withheld: () => 'the partner’s new text is not added if it replaces a part that the editor hid',
  overwritten: ({ fields, ...decided }, show) =>
    `${namesOf(fields)} of the editor overwritten, as ${decidedBy(decided, show)}`,
  'overwrite-outdated': (decided, show) =>
    `the page was changed after ${decidedBy(decided, show)} to overwrite it: nothing was overwritten`,
  'nothing-to-overwrite': ({ fields, ...decided }, show) =>
    `nothing of the editor is left in ${namesOf(fields)}, as ${decidedBy(decided, show)}`,
  'image-missing': () => 'the partner’s image is missing, so the featured image was not overwritten',
  block: ({ block }) => blockText(block),
  'stale-block': () =>
    'an editor’s save restored an old version of the mirrored block, or made its JSON-LD visible: repaired',
  hidden: ({ status, known }) =>
    known
      ? `the page stays ${status}, as an editor set it`
      : `the page is ${status}, and it is unknown who set that status: it stays ${status}. Publish it in the CMS if readers should see it`,
  trashed: () => 'the page is in the trash and stays there; restored in the CMS, it is mirrored again',
  'edit-restored': () =>
    'an editor saved the page at the same moment as it was written: the edit was restored',
  'written-again': () =>
    'an editor saved an earlier version right after the page was written: their text stays, and the product’s part was written again',
  'saved-repeatedly': ({ pageId, revision }, show) =>
    `it was saved repeatedly in the meantime: compare page ${show.value(pageId)} with its revision ${show.value(revision)}, and restore the missing parts there`,
  'edit-not-restored': ({ revision, detail, ...page }, show) =>
    `an editor saved ${pageName(page, show)} at the same moment as it was written, and the CMS refused to restore the edit: ${show.detail(detail)}. The edit is the page’s revision ${show.value(revision)}: restore that in the editor. The next run keeps it and writes the product’s part again`,
}

function decidedBy({ by, at }: { by: string; at: string }, show: Show): string {
  return `${show.value(by)} decided on ${show.value(at.slice(0, 10))}`
}

/** The names of fields; for a merged block, the number of its parts. */
function partsOf(fields: readonly MergeField[], parts: number | undefined, show: Show): string {
  return fields
    .map((field) => {
      if (field !== 'inner' || parts === undefined) return rowOf(field).name
      return `${parts > 1 ? `${show.value(parts)} parts` : 'a part'} of the mirrored block`
    })
    .join(', ')
}

type Defect = 'unlocked' | 'emptied' | 'missing' | 'duplicate' | 'broken'

function blockText(block: Defect): string | Told {
  const overwriting = (text: string, lead: string): Told => ({
    text,
    commands: (key) => [resolveCommand(key, 'overwrite', lead)],
  })
  switch (block) {
    case 'unlocked':
      return 'an editor unlocked the mirrored block: its content is still updated'
    case 'emptied':
      return overwriting('an editor emptied the mirrored block: it stays empty', 'To fill it again')
    case 'missing':
      return overwriting(
        'an editor removed the mirrored block: it is not added again',
        'To add it below the text',
      )
    case 'duplicate':
      return overwriting(
        'the page contains the mirrored block more than once, so none of them is changed',
        'Remove all except one in the editor, then',
      )
    case 'broken':
      return overwriting(
        'the mirrored block is broken, so it is not changed',
        'Restore it from the page’s revisions or remove it, then',
      )
  }
}
