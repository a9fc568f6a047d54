import type { AttributeKey, ColourKey, FamilyKey, GroupKey, MaterialKey, UnitKey } from './families.ts'
import cs from './texts/cs.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import it from './texts/it.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }
import pl from './texts/pl.json' with { type: 'json' }
import pt from './texts/pt.json' with { type: 'json' }
import sv from './texts/sv.json' with { type: 'json' }

/**
 * The vocabulary of one language. In values, `{to}`, `{months}` and `{hours}` are replaced by the words of that name.
 */
export type Texts = {
  decimal: string
  families: Record<FamilyKey, { noun: string; intro: string; uses: readonly string[] }>
  groups: Record<
    GroupKey,
    { advantages: readonly string[]; limits: readonly string[]; substrates: readonly string[] }
  >
  units: Record<UnitKey, string>
  attributes: Record<AttributeKey, string>
  materials: Record<MaterialKey, string>
  colours: Record<ColourKey, string>
  words: {
    to: string
    months: string
    hours: string
    note: string
    noteText: string
    more: string
    moreLink: string
    places: readonly string[]
    substrates: string
    observe: string
    step: string
    condition: string
    storage: string
    processing: string
    datasheet: string
    safety: string
    performance: string
    item: string
  }
}

const byLanguage: Readonly<Record<string, Texts>> = { cs, de, en, es, fr, it, nl, pl, pt, sv }

/** The vocabulary of a code such as `de-at`. Languages without one use English. */
export function textsOf(language: string): Texts {
  return byLanguage[language.split('-', 1)[0] ?? ''] ?? en
}
