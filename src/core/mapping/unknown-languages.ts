import type { FieldMap } from './field-map.ts'

/**
 * Errors of fixed values for languages that exist neither at the partner nor anywhere else, each as a sentence. A value
 * for a language that is not mirrored yet is allowed.
 */
export function unknownLanguages({ rows }: FieldMap, served: readonly string[]): string[] {
  return rows.flatMap(({ source, target }) => {
    if (source.kind !== 'texts') return []
    const unknown = Object.keys(source.texts).filter(
      (code) => !isKnown(code) && !served.some((one) => one === code || one.startsWith(`${code}-`)),
    )
    return unknown.map(
      (code) =>
        `MAP has a text of ${target} for ${code}, which is not a language. The partner’s languages are ${served.join(', ')}.`,
    )
  })
}

function isKnown(code: string): boolean {
  const [primary = ''] = code.split('-')
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(primary) !== undefined
}
