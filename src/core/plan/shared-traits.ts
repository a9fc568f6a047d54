import type { PlanPattern } from '../run/plan-summary.ts'
import type { Product } from '../record/product.ts'

/** The names of brand attributes in the languages of the partner. */
const brandNames =
  /^(?:brand|manufacturer|marke|hersteller|marque|fabricant|marca|merk|fabrikant|varumärke|mærke|marka|značka)$/i
/** A shorter common prefix is not significant. */
const shortestName = 3

/** Collects the common properties of all records of a pattern; the order of records makes no difference. */
export function createSharedTraits() {
  const languages = new Map<string, number>()
  let brands: ReadonlySet<string> = new Set()
  let words: readonly string[] = []
  let count = 0

  return {
    /** Without a product, only the language can be shared. */
    add(language: string, product: Product | undefined): void {
      count++
      languages.set(language, (languages.get(language) ?? 0) + 1)
      const own = product?.attributes.filter(({ name }) => brandNames.test(name)).map(({ value }) => value)
      brands = new Set(own?.filter((brand) => brand !== '' && (count === 1 || brands.has(brand))))
      const name = product?.name.split(/\s+/) ?? []
      words = count === 1 ? name : commonStart(words, name)
    },

    result(): Pick<PlanPattern, 'languages' | 'shared'> {
      const counts = Object.fromEntries([...languages].sort(([a], [b]) => (a < b ? -1 : 1)))
      if (count < 2) return { languages: counts, shared: {} }
      const [language, other] = Object.keys(counts)
      const [brand] = [...brands].sort()
      const name = words.join(' ').replace(/[\s,;:–-]+$/, '')
      return {
        languages: counts,
        shared: {
          ...(other === undefined && { language }),
          ...(brand !== undefined && { brand }),
          ...(name.length >= shortestName && { name }),
        },
      }
    },
  }
}

function commonStart(a: readonly string[], b: readonly string[]): string[] {
  const end = a.findIndex((word, index) => word !== b[index])
  return a.slice(0, end === -1 ? a.length : end)
}
