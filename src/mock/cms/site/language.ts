import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

/** The language of text on the site, and its direction. */
export type Language = { readonly code: string; readonly direction: 'ltr' | 'rtl' }

export const english: Language = { code: 'en', direction: 'ltr' }

const rightToLeftScripts = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])
const code = String.raw`[a-z]{2,3}(?:-[a-z\d]{2,8})*`
/** The class names of a mirrored block. */
const inBlock = new RegExp(String.raw`["\s]product-mirror\s(?:[^"]*\s)?lang-(${code})(?=["\s])`, 'i')
const inSlug = /^(?:gtin-\d+-)?([a-z]{2}-[a-z]{2})$/
const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const mostAbove = 20

/**
 * The language of a row: that of the mirrored block in it or in an ancestor, else the one in its slug. English if there
 * is none.
 */
export function languageOf(store: Store, row: Row): Language {
  let above: Row | undefined = row
  for (let depth = 0; above !== undefined && depth < mostAbove; depth++) {
    const found = inBlock.exec(above.content)?.[1]
    if (found !== undefined && isLocale(found)) return toLanguage(found)
    above = above.parent === 0 ? undefined : store.get(above.parent)
  }
  const named = inSlug.exec(row.slug)?.[1]
  return named !== undefined && names.of(named) !== undefined ? toLanguage(named) : english
}

function toLanguage(found: string): Language {
  const script = new Intl.Locale(found).maximize().script ?? ''
  return { code: found.toLowerCase(), direction: rightToLeftScripts.has(script) ? 'rtl' : 'ltr' }
}

function isLocale(found: string): boolean {
  try {
    return new Intl.Locale(found).language !== ''
  } catch {
    return false
  }
}
