import type { BulkResult } from '../decisions/bulk-decisions.ts'
import { holdReason, skipReason } from '../decisions/pending-decision.ts'
import type { Effect, Obstacle, Resolution, Resolutions } from '../decisions/resolution.ts'
import { namesOf } from '../merge/page-fields.ts'
import { commandClause, type Command } from '../reasons/command.ts'
import { resolveCommand, syncCommand } from '../reasons/record-commands.ts'
import { recordId, type RecordKey } from '../record/record.ts'
import { blanksText } from './reasons/blanks-text.ts'
import { commandsOf, plainText } from './reasons/reason-text.ts'

type Words = { text: string; command?: Command | undefined }

/** The result of a decision about a record in sentences; `mirror`: one of several mirrors. */
export function resolutionText(key: RecordKey, resolution: Resolution, mirror: string | undefined): string {
  if (resolution.ok) return joined(wordsOfEffect(key, resolution.effect), mirror)
  const { text, command } = wordsOfObstacle(key, resolution.obstacle)
  return joined({ text: `${text} Allowed now: ${resolution.allowed.join(', ')}.`, command }, mirror)
}

/** The result of one choice for many records, with the reason of each refusal in words. */
export function toManyResolved({ done, undecided }: Resolutions, mirror: string | undefined): BulkResult {
  const refused = undecided.map(({ gtin, language, ...refusal }) => {
    const key = { gtin, language }
    const reason =
      refusal.code === 'interrupted'
        ? `${recordId(key)} was not reached before the command was interrupted.`
        : resolutionText(key, refusal, mirror)
    return { ...key, code: refusal.code, reason }
  })
  return { done, refused }
}

function joined({ text, command }: Words, mirror: string | undefined): string {
  return command === undefined ? text : `${text} ${commandClause(command, mirror)}`
}

function wordsOfEffect(key: RecordKey, effect: Effect): Words {
  const record = recordId(key)
  const command = syncCommand(key, 'To run now')
  switch (effect.code) {
    case 'kept':
      return {
        text: `Kept: the ${namesOf(effect.fields)} of ${record} (${effect.link}) stays as the editor wrote it. If the partner changes it again, a new conflict is reported.`,
      }
    case 'overwrites':
      return {
        text: `Saved: the next run overwrites the ${namesOf(effect.fields)} of ${record} with the partner’s version. If the page changes before then, the run reports a conflict instead.`,
        command,
      }
    case 'held': {
      const page = effect.hasPage ? 'Its page is not changed' : 'No page is created'
      const instead =
        effect.replaced === undefined ? '' : ` This replaces the decision to ${effect.replaced}.`
      return {
        text: `Held: ${record}.${instead}`,
        command: resolveCommand(key, 'release', `${page} until you run`),
      }
    }
    case 'restores':
      return {
        text: `Released: the next run writes the partner’s version to the page of ${record}.`,
        command,
      }
    case 'cancelled': {
      const text = `Released: the decision to ${effect.decision} ${record} is cancelled;`
      if (effect.decision !== 'hold') return { text: `${text} it needs a decision again.` }
      return { text: `${text} the next run mirrors it again.`, command }
    }
    case 'accepted':
      return {
        text: `Accepted: the held version of ${record} (${blanksText(effect.blanks)}). The next run writes it unless the partner changes the product first.`,
        command,
      }
  }
}

function wordsOfObstacle(key: RecordKey, obstacle: Obstacle): Words {
  const record = recordId(key)
  switch (obstacle.code) {
    case 'changed':
      return { text: `${record} has changed since it was listed. Look at it again.` }
    case 'no-page':
      return { text: `No page of ${record} is mirrored. Check the GTIN and the language.` }
    case 'held': {
      const reason = holdReason(obstacle.hold)
      return { text: `${record} is ${plainText([reason])}.`, command: commandsOf(reason, key)[0] }
    }
    case 'not-shown': {
      if (obstacle.skip !== undefined) {
        const reason = skipReason(obstacle.skip)
        return { text: `${record} ${plainText([reason])}.`, command: commandsOf(reason, key)[0] }
      }
      return {
        text: `${record} does not show the partner’s version since an undo.`,
        command: resolveCommand(key, 'release', 'Release it first'),
      }
    }
    case 'no-conflict':
      return { text: `The page of ${record} has no conflict.` }
    case 'just-written':
      return {
        text: `A run has just written the page of ${record}.`,
        command: { lead: 'See', argv: ['decisions'] },
      }
    case 'retired':
      return { text: `The page of ${record} is retired.` }
    case 'trashed':
    case 'gone': {
      const state = obstacle.code === 'trashed' ? 'in the trash' : 'gone'
      return { text: `Page ${obstacle.pageId} of ${record} is ${state}: there is nothing to overwrite.` }
    }
    case 'image-missing':
      return {
        text: `The editor’s featured image of ${record} stays, because the partner’s image (${obstacle.url}) is missing. Overwrite it once the partner has repaired the image.`,
      }
    case 'no-edits':
      return { text: `Page ${obstacle.pageId} of ${record} (${obstacle.link}) has no edits to overwrite.` }
    case 'nothing-pending':
      return { text: `${record} is not held and has no pending decision.` }
    case 'nothing-blocked':
      return { text: `No version of ${record} is held for emptied fields or unusual values.` }
  }
}
