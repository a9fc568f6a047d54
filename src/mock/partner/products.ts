import type { ProductPatch } from '../contracts/stats.ts'
import type { WireProduct } from '../../contracts/partner.ts'
import { factsAt, type Facts } from '../seed/facts.ts'
import { gtinAt, indexOfGtin, maxGtins } from '../seed/gtins.ts'
import { phrasesOf, type LanguagePhrases } from '../seed/phrases.ts'
import { draw, numberOf, purpose } from '../seed/random.ts'
import { recordOf } from '../seed/record.ts'
import { withNumbers } from './number-form.ts'
import { type PartnerSettings, createPartnerSettings } from './settings.ts'

/** A record as sent: seeded fields, with the overrides of a test. */
export type ServedRecord = { fields: Partial<WireProduct> | Record<string, unknown>; modified: Date }

/** The response to a removed record: a 404, or the record of the default language. */
export type Absence = 'absent' | 'fallback'

type Change = {
  patches: Map<string, ProductPatch>
  presence: Map<string, Absence | 'present'>
  modified: Date
}

const everyLanguage = '*'
const epoch = Date.UTC(2025, 0, 7, 6, 30)
const daySeconds = 86_400

/**
 * The partner's products. They are generated from the seed on request, and only changes are stored. Unknown languages
 * get the default one, unless the settings differ.
 */
export function createProducts(options: {
  gtins: number
  languages: readonly string[]
  seed: number
  settings?: PartnerSettings
  now?: () => Date
}) {
  const { gtins, seed, settings = createPartnerSettings(null), now = () => new Date() } = options
  const changes = new Map<string, Change>()
  const phrases = new Map<string, LanguagePhrases>()
  let languages = options.languages
  /** All languages so far, in which files exist even when a language is not listed for a while. */
  let everListed = options.languages

  function isKnown(gtin: string): boolean {
    const index = indexOfGtin(gtin)
    return (index !== null && index < gtins) || changes.has(gtin)
  }

  function presence(gtin: string, language: string): Absence | 'present' {
    const change = changes.get(gtin)
    return change?.presence.get(language) ?? change?.presence.get(everyLanguage) ?? 'present'
  }

  function find(
    gtin: string,
    asked: string | undefined,
    origin: string,
    listed = languages,
  ): ServedRecord | null {
    if (!isKnown(gtin)) return null
    const first = listed[0] ?? ''
    const { numbers, unknownLanguage } = settings.state()
    if (unknownLanguage === 'absent' && asked !== undefined && !listed.includes(asked)) return null
    let language = asked !== undefined && listed.includes(asked) ? asked : first
    if (presence(gtin, language) === 'fallback') language = first
    if (presence(gtin, language) !== 'present') return null
    const facts = factsOf(gtin)
    const record = withNumbers(recordOf(facts, language, phrasesFor(language), origin), numbers)
    const change = changes.get(gtin)
    if (change === undefined) return { fields: record, modified: settings.changed() ?? seededDate(facts) }
    const { $absent = [], ...over }: ProductPatch = {
      ...change.patches.get(everyLanguage),
      ...change.patches.get(language),
    }
    const fields: Record<string, unknown> = { ...record, ...over }
    for (const field of $absent) delete fields[field]
    return { fields, modified: later(change.modified, settings.changed()) }
  }

  /** The record that a document describes, and its name from the seed: a renamed product keeps its documents. */
  function findDocumented(
    gtin: string,
    language: string,
    origin: string,
  ): (ServedRecord & { name: unknown }) | null {
    const found = find(gtin, language, origin, everListed)
    if (found === null) return null
    const { name } = recordOf(factsOf(gtin), language, phrasesFor(language), origin)
    return { ...found, name }
  }

  function factsOf(gtin: string): Facts {
    return factsAt(seed, indexOfGtin(gtin) ?? maxGtins + numberOf(gtin), gtin)
  }

  function phrasesFor(language: string): LanguagePhrases {
    const known = phrases.get(language)
    if (known !== undefined) return known
    const made = phrasesOf(language)
    phrases.set(language, made)
    return made
  }

  function seededDate({ index }: Facts): Date {
    const second = draw(seed, index, purpose.date) % (300 * daySeconds)
    return new Date(epoch + second * 1000)
  }

  function changeOf(gtin: string): Change {
    const change = changes.get(gtin) ?? { patches: new Map(), presence: new Map(), modified: now() }
    change.modified = now()
    changes.set(gtin, change)
    return change
  }

  /** Overrides fields in one language, or in all with `*`. Restores removed records, and adds unknown GTINs. */
  function patch(gtin: string, language: string, fields: ProductPatch): void {
    const change = changeOf(gtin)
    if (language === everyLanguage) {
      change.presence.clear()
      for (const own of change.patches.values()) for (const field of Object.keys(fields)) delete own[field]
    } else if (presence(gtin, language) !== 'present') {
      change.presence.set(language, 'present')
    }
    change.patches.set(language, merged(change.patches.get(language), fields))
  }

  function remove(gtin: string, language: string, answer: Absence): void {
    const change = changeOf(gtin)
    if (language === everyLanguage) change.presence.clear()
    change.presence.set(language, answer)
  }

  /** GTINs with at least one record, the seeded ones first. */
  function* catalogue(): Generator<string> {
    for (let index = 0; index < gtins; index++) {
      const gtin = gtinAt(index)
      if (isListed(gtin)) yield gtin
    }
    for (const gtin of changes.keys()) {
      const index = indexOfGtin(gtin)
      if ((index === null || index >= gtins) && isListed(gtin)) yield gtin
    }
  }

  function isListed(gtin: string): boolean {
    return !changes.has(gtin) || languages.some((language) => presence(gtin, language) === 'present')
  }

  return {
    find,
    findDocumented,
    factsOf,
    isKnown,
    patch,
    remove,
    catalogue,
    languages: () => languages,
    setLanguages: (codes: readonly string[]) => {
      languages = codes
      everListed = [...new Set([...everListed, ...codes])]
    },
    reset: () => {
      changes.clear()
      languages = options.languages
      everListed = options.languages
    },
  }
}

function later(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one
}

/** Setting a field removes it from `$absent`. */
function merged(before: ProductPatch = {}, fields: ProductPatch): ProductPatch {
  const absent = (before.$absent ?? []).filter((field) => !(field in fields))
  return { ...before, ...fields, $absent: [...absent, ...(fields.$absent ?? [])] }
}

export type Products = ReturnType<typeof createProducts>
