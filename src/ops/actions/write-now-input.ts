import { z } from 'zod'
import { toOneLine } from '../../lib/text/one-line.ts'
import { HttpError } from '../http/http-error.ts'

const nowText =
  'Write even outside the write windows. Requires `reason`. During a pause, the run waits for its end.'
const reason = z.string().optional().describe('Why, for the audit log. Requires `now`.')

/** The permission to write outside the write windows, in a JSON body. */
export const writeNowInput = { now: z.boolean().optional().describe(nowText), reason }

/** The same in a form. */
export const writeNowForm = { now: z.literal('yes').optional().describe(nowText), reason }

/** The requested permission. */
export type WriteNowRequest = { now?: boolean | 'yes' | undefined; reason?: string | undefined }

const longestReason = 300

/** Why the run may write outside the write windows; undefined if it may not. Throws a 400 without a reason. */
export function writeNowOf({ now, reason: given = '' }: WriteNowRequest): string | undefined {
  const text = toOneLine(given).trim()
  const isNow = now === true || now === 'yes'
  if (!isNow && text === '') return undefined
  if (!isNow) throw invalid('reason: allowed only with now, which writes outside the write windows')
  if (text === '' || text.length > longestReason)
    throw invalid(
      `reason: now requires a reason of 1 to ${longestReason} characters, which the audit log keeps`,
    )
  return text
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'invalid_input', message)
}
