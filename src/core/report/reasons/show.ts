import { formatTime } from '../../text/format.ts'

/** How the parameters of a reason are shown. */
export type Show = {
  /** An id, a name, a status or a number of something. */
  value: (value: string | number) => string
  /** An ISO 8601 time. */
  time: (iso: string) => string
  /** A message of the partner, the CMS or Redis. */
  detail: (message: string) => string
  /** The failure of the whole run. */
  failure: (message: string) => string
}

/** Shows every parameter. */
export const inFull: Show = {
  value: String,
  time: formatTime,
  detail: (message) => message,
  failure: (message) => message,
}

/** Shows every parameter, below a line with the failure of the run. */
export const belowFailure: Show = { ...inFull, failure: () => 'see the cause above' }

/** Hides the parameters that differ between the records of a group. */
export const inGeneral: Show = {
  value: () => '…',
  time: () => '…',
  detail: generalText,
  failure: generalText,
}

/** A message without its URLs, languages, numbers and quoted values. */
export function generalText(message: string): string {
  return message
    .replace(/https?:\/\/[^\s)]+/g, '…')
    .replace(/“[^”]*”/g, '“…”')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\b(?=[a-f]*\d)[\da-f]{7,}\b/g, '…')
    .replace(/\b[a-z]{2,3}-[a-z0-9]{2,8}\b(?=[\s/.,;:)]|$)/g, '…')
    .replace(/\d+(?:[.,:-]\d+)*/g, '…')
}
