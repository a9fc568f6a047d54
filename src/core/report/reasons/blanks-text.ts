import type { Blanks } from '../../reasons/blanks.ts'

/** Why a version of a product is suspicious, in words. */
export function blanksText(blanks: Blanks): string {
  switch (blanks.code) {
    case 'name':
      return 'the name became empty'
    case 'fields':
      return `${blanks.fields.length} core fields became empty at once (${blanks.fields.join(', ')})`
    case 'price':
      return blanks.detail
    case 'text':
      return blanks.text
  }
}
