import { namesOf } from '../../merge/page-fields.ts'
import { subjectOf, type Finding } from '../../page/finding.ts'
import { unshownRemedy } from '../../page/unshown.ts'
import type { Command } from '../../reasons/command.ts'
import type { FindingReason, Repair } from '../../reasons/finding-reasons.ts'
import { countOf } from '../../text/format.ts'
import { plural } from '../../text/plural.ts'
import { commandsOf, plainText } from '../reasons/reason-text.ts'

/** A finding in words, without the final full stop, and the commands that help. */
export type FindingWords = { text: string; commands: readonly Command[] }

type Code = FindingReason['code']
/** The reason with one of some codes, in the form in which the compiler relates a code to its parameters. */
export type FindingReasonWith<C extends Code> = {
  [K in C]: Extract<FindingReason, { code: K }> & { code: K }
}[C]
export type RepairWith<C extends Repair['code']> = {
  [K in C]: Extract<Repair, { code: K }> & { code: K }
}[C]

/** The sentence of each code. */
export const findingSentences: {
  [K in Code]: (reason: FindingReasonWith<K>, finding: Finding) => string | FindingWords
} = {
  trashed: () => 'an editor put the page in the trash, and it stays there; it can be restored there',
  moved: ({ slug, parent }) => {
    const moves = [
      ...(slug ? [`its slug is ${slug.is}, not ${slug.wanted}`] : []),
      ...(parent ? [`its parent is page ${parent.is}, not ${parent.wanted}`] : []),
    ]
    return `${moves.join(', and ')}; this stays until it is changed in the CMS`
  },
  edited: ({ fields }) => `an editor changed ${namesOf(fields).replace(/, ([^,]+)$/, ' and $1')}`,
  'block-removed': () =>
    'its mirrored block was removed, so its text is not updated; restore it from the page’s revisions in the CMS',
  'block-repeated': ({ count }) =>
    `it holds ${count} mirrored blocks of this record, so none of them is updated; remove all except one in the editor`,
  'block-broken': ({ detail }) =>
    `its mirrored block is broken (${detail}), so it is not updated; restore it from the page’s revisions in the CMS`,
  'stale-block': () =>
    repairable(
      'an editor who had the page open saved an older version of the mirrored block over the present one, or made its JSON-LD visible',
      'To write it again',
    ),
  'notice-missing': () =>
    'its product is retired, and an editor removed the notice; restore it from the page’s revisions in the CMS, or unpublish the page',
  'not-shown': ({ detail }) => `${detail}. ${unshownRemedy}`,
  foreign: () =>
    'it has this record’s slug but no mirrored block, and is never written to; give it another slug',
  'no-snapshot': () => ({
    text: 'it contains this record’s block, but no snapshot names it',
    commands: [{ lead: 'If its product is gone, remove the page by hand; otherwise', argv: ['rebuild'] }],
  }),
  duplicate: ({ pageId, removable }) => {
    const text = `it contains this record’s block, but the record’s page is ${pageId}`
    if (!removable) return `${text}; give it another slug, or trash it`
    return repairable(`${text}; it was not edited`, 'To trash it if the mirror created it')
  },
  'files-deleted': ({ count }) => {
    const them = plural(count, 'it', 'them')
    return repairable(
      `it shows ${countOf(count, 'file')} that ${plural(count, 'was', 'were')} deleted from the media library; the next sync uploads ${them} again`,
      `To upload ${them} now`,
    )
  },
  'links-outdated': ({ blocked }, finding) => {
    const text = 'it links pages in other languages at outdated URLs'
    if (blocked === undefined) return `${text}; the next sync updates those that no editor changed`
    return {
      text: `${text}; the next sync leaves the page as it is: ${plainText([blocked])}`,
      commands: 'path' in finding ? [] : commandsOf(blocked, finding),
    }
  },
  'successor-outdated': () =>
    'its notice does not link the current page of the successor; the next sync updates it, unless an editor changed the notice',
  deleted: () => repairable('it was deleted from the CMS', 'To recreate it'),
  'deleted-adoptable': ({ pageId }) =>
    repairable(
      `it was deleted, and page ${pageId} has its slug and this record’s block`,
      'To adopt that page',
    ),
  'deleted-slug-taken': ({ pageId }) =>
    `it was deleted, and page ${pageId}, which is not ours, has its slug; give that page another slug`,
  'deleted-in-trash': ({ pageId }) =>
    `it was deleted, and page ${pageId} of this record is in the trash; restore that page, or delete it permanently`,
  'deleted-unreadable': ({ detail }) =>
    `it was deleted, and the pages at its slug cannot be read (${detail})`,
  'parent-deleted': (_, finding) =>
    repairable(`the parent page /${subjectOf(finding)} was deleted from the CMS`, 'To recreate it'),
  'parent-trashed': (_, finding) =>
    `the parent page /${subjectOf(finding)} is in the trash, and its pages have lost their URL; restore it from the trash`,
  text: ({ text }) => text,
}

/** The sentence of each repair. */
export const repairSentences: { [K in Repair['code']]: (repair: RepairWith<K>) => string } = {
  recreated: ({ pageId }) => `recreated as page ${pageId}`,
  adopted: ({ pageId }) => `page ${pageId} is the record’s page now`,
  trashed: () => 'put into the trash',
  written: () => 'written again',
  uploaded: () => 'uploaded again, and the page was written',
  linked: () => 'links updated',
  text: ({ text }) => text,
}

function repairable(text: string, lead: string): FindingWords {
  return { text, commands: [{ lead, argv: ['verify', '--repair'] }] }
}
