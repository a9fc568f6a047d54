import { countOf } from '../../text/format.ts'
import { describePart, verbOf } from '../plan-part.ts'
import { describeChanges } from '../run-counts.ts'
import type { NoteSentences } from './note-sentences.ts'

type Codes =
  | 'superseded'
  | 'changed-pages'
  | 'rest-of-plan'
  | 'partly-approved'
  | 'stale-blocks'
  | 'changed-files'
  | 'moved-files'
  | 'known-conflicts'
  | 'known-holds'

export const planNoteSentences: NoteSentences<Codes> = {
  superseded: ({ runId, held, planned }) =>
    `superseded the ${held ? 'held ' : ''}plan ${runId}: ${describeChanges(planned)}`,
  'changed-pages': ({ count, shown }) =>
    `left out of the approved plan: ${countOf(count, 'page')} changed in the CMS since it was made (${shown.join(', ')}${count > shown.length ? ', …' : ''}). The next sync plans them again`,
  'rest-of-plan': ({ runId, part }) =>
    `the rest of the plan of run ${runId}, of which only ${describePart(part)} ${verbOf(part)} approved`,
  'partly-approved': ({ runId, part, planned }) =>
    `only ${describePart(part)} of the plan ${verbOf(part)} approved; the rest waits as run ${runId}: ${describeChanges(planned)}`,
  'stale-blocks': ({ count }) =>
    `${countOf(count, 'page')} planned because an editor saved an older version of the mirrored block over the present one, or made its JSON-LD visible`,
  'changed-files': ({ count }) =>
    `${countOf(count, 'page')} planned because a file changed at its address or is gone from the media library`,
  'moved-files': ({ count }) =>
    `${countOf(count, 'page')} planned because files of the media library have other addresses`,
  'known-conflicts': ({ count }) => ({
    text: `${countOf(count, 'finding is a known conflict', 'findings are known conflicts')} of editor and partner`,
    command: { lead: 'To decide', argv: ['decisions'] },
  }),
  'known-holds': ({ count }) =>
    `${countOf(count, 'finding is known: its record is', 'findings are known: their records are')} held`,
}
