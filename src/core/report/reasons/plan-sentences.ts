import { blanksText } from './blanks-text.ts'
import type { Sentences } from './sentence-types.ts'
import { resolveCommand } from '../../reasons/record-commands.ts'
import { nameOfField } from '../../merge/page-fields.ts'
import { listNames } from '../../text/format.ts'

type Codes =
  | 'unread'
  | 'unplanned'
  | 'damaged'
  | 'held'
  | 'skipped'
  | 'suspect'
  | 'in-held-plan'
  | 'resynced'
  | 'unchecked'
  | 'changed-since-plan'
  | 'lost'
  | 'not-compared'

export const planSentences: Sentences<Codes> = {
  unread: ({ detail }, show) => show.detail(detail),
  unplanned: ({ detail }, show) => show.detail(detail),
  damaged: ({ detail }, show) => show.detail(detail),
  held: ({ by, at, note }, show) => ({
    text: `held by ${show.value(by)} since ${show.value(at.slice(0, 10))}${note === '' ? '' : `: ${note}`}`,
    commands: (key) => [resolveCommand(key, 'release', 'To mirror it again')],
  }),
  skipped: ({ at, note, fields }, show) => ({
    text:
      fields === undefined
        ? `shows the earlier version: ${note} on ${show.value(at.slice(0, 10))}. The partner’s next change is written`
        : `shows the earlier ${listNames(fields.map(nameOfField))}: ${note} on ${show.value(at.slice(0, 10))}. Another value of the partner is written`,
    commands: (key) => [resolveCommand(key, 'release', 'To write its current version now')],
  }),
  suspect: ({ blanks }, show) => ({
    text: `${show.detail(blanksText(blanks))}: the page is left unchanged`,
    commands: (key) => [resolveCommand(key, 'accept', 'If the partner intended this')],
  }),
  'in-held-plan': ({ runId }, show) => ({
    text: `run ${show.value(runId)} holds this change until its plan is approved or cancelled: the page is left unchanged`,
    commands: () => [{ lead: 'To write its plan', argv: ['approve', runId] }],
  }),
  resynced: ({ runId }, show) =>
    `run ${show.value(runId)} has synced this product since it was planned here, and left nothing to do`,
  unchecked: ({ detail }, show) =>
    `not written: it could not be checked against the approved plan: ${show.detail(detail)}`,
  'changed-since-plan': ({ detail }, show) =>
    `left out of the approved plan: ${show.detail(detail)}. The next sync plans it again`,
  lost: ({ detail, ofRun, undoes }, show) => {
    const shown = ofRun ? show.failure : show.detail
    const why = detail === undefined ? undefined : shown(detail.replace(/\.$/, ''))
    if (undoes !== undefined)
      return {
        text: `not reverted: ${why ?? 'its batch failed after all tries'}`,
        commands: () => [{ lead: 'To continue', argv: ['undo', undoes] }],
      }
    return `not written: ${why ?? 'its batch failed after all tries. The page is unchanged; the next run retries'}`
  },
  'not-compared': ({ pageId, detail }, show) =>
    `page ${show.value(pageId)} cannot be read and was not compared (${show.detail(detail)})`,
}
