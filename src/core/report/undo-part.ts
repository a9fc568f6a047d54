import type { UndoPart } from '../run/run.ts'
import { countOf } from '../text/format.ts'

/** The part of an undo in words: `product 4026639012340, language de-de, field price`; undefined for a whole undo. */
export function describeUndoPart(part: UndoPart | undefined): string | undefined {
  const { gtins, languages, fields } = part ?? {}
  const all = [listed(gtins, 'product'), listed(languages, 'language'), listed(fields, 'field')]
  const words = all.filter((text) => text !== '')
  return words.length === 0 ? undefined : words.join(', ')
}

const mostNamed = 3

function listed(names: readonly string[] | undefined, noun: string): string {
  if (names === undefined) return ''
  if (names.length > mostNamed) return countOf(names.length, noun)
  return `${noun}${names.length === 1 ? '' : 's'} ${names.join(', ')}`
}
