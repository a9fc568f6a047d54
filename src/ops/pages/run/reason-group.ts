import { digestOf } from '../../../core/record/digest.ts'
import { withoutCommands } from '../../http/without-commands.ts'

const longest = 200

/** A reason without what differs from record to record, so that those that mean the same can be counted together. */
export function groupOf(reason: string): string {
  const general = withoutCommands(reason)
    .replace(/https?:\/\/[^\s)]+/g, '…')
    .replace(/\b[a-z]{2,3}-[a-z0-9]{2,8}\b(?=[\s/.,;:)]|$)/g, '…')
    .replace(/\d+(?:[.,:-]\d+)*/g, '…')
  return cut(general)
}

/** A reason as the only one of its group is told. */
export function wholeOf(reason: string): string {
  return cut(withoutCommands(reason))
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}

/** A short name of a group, for addresses. */
export function groupId(group: string): string {
  return digestOf(group).slice(0, 10)
}
