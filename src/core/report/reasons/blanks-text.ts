import type { Blanks } from '../../reasons/blanks.ts'
import type { BrokenRule } from '../../reasons/broken-rule.ts'
import { formatPercent } from '../../text/format.ts'

/** Why a version of a product is suspicious, in words. */
export function blanksText(blanks: Blanks): string {
  switch (blanks.code) {
    case 'name':
      return 'the name became empty'
    case 'fields':
      return `${blanks.fields.length} core fields became empty at once (${blanks.fields.join(', ')})`
    case 'price':
      return blanks.detail
    case 'values':
      return blanks.broken.map(brokenText).join('; ')
    case 'text':
      return blanks.text
  }
}

/** `price drops by 99.0 % from 405.91 to 4.06 (limit 50 %)` */
function brokenText({ field, rule, before, after, limit = 0 }: BrokenRule): string {
  const change = before === '' ? `is ${after}` : `changes from ${before} to ${after}`
  switch (rule) {
    case 'drop':
      return `${field} drops ${percentOf(before, after)}from ${before} to ${after} (limit ${limit} %)`
    case 'rise':
      return `${field} rises ${percentOf(before, after)}from ${before} to ${after} (limit ${limit} %)`
    case 'below':
      return `${field} ${change}, which is below the minimum of ${limit}`
    case 'above':
      return `${field} ${change}, which is above the maximum of ${limit}`
    case 'emptied':
      return `${field} became empty (before: ${before})`
  }
}

/** A rise from 0 has no percentage. */
function percentOf(before: string, after: string): string {
  const [old, now] = [before, after].map(Number.parseFloat) as [number, number]
  return old === 0 ? '' : `by ${formatPercent(Math.abs((now - old) / old))} `
}
