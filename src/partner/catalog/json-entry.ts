import { isObject } from '../../lib/http/json.ts'
import { rankOfName } from './gtin-names.ts'

type Members = Record<string, unknown>

/** `around`: the objects that contain the GTIN, the closest first. */
type Found = { text: string; around: readonly Members[] }

/** `isNamed`: the field is named like a GTIN. */
type One = (Found & { isNamed: boolean }) | { empty: 'noGtin' }

/** Fields that contain the product of an entry. */
const productNames =
  /^(?:product|produkt|item|article|artikel|node|attributes|fields|identifiers?|variant|properties|source|data)$/
/** Fields that contain further products. */
const variantNames = /^(?:variants|variations|skus|children)$/
/** Fields with the number, if the GTIN is an object. */
const valueNames = /^(?:value|code|number|id|data)$/i
const deepest = 4

/** The GTINs of an entry and of its variants. An entry without a GTIN field is returned as its JSON text. */
export function gtinsOfEntry(entry: unknown): One[] {
  if (isScalar(entry)) return [{ text: String(entry), around: [], isNamed: false }]
  const found = findGtins(entry, [])
  if (found !== undefined)
    return found.length > 0 ? found.map((one) => ({ ...one, isNamed: true })) : [{ empty: 'noGtin' }]
  return [{ text: JSON.stringify(entry) ?? '', around: [], isNamed: false }]
}

/** The GTINs of an entry; undefined without a GTIN field, and empty if the field is empty. */
function findGtins(entry: unknown, above: readonly Members[], depth = above.length): Found[] | undefined {
  if (depth > deepest) return undefined
  if (Array.isArray(entry)) return joined(entry.map((one) => findGtins(one, above, depth + 1)))
  if (!isObject(entry)) return undefined
  const members = Object.entries(entry)
  const around = [entry, ...above]
  const own = ownGtins(members, depth)?.map((text) => ({ text, around }))
  const variants = members.filter(
    ([name, value]) => variantNames.test(name.toLowerCase()) && Array.isArray(value),
  )
  const further = joined(variants.map(([, value]) => findGtins(value, around, depth + 1)))
  if (own !== undefined && own.length > 0) return [...own, ...(further ?? [])]
  const inside = members.filter(([name]) => productNames.test(name.replace(/^[_]/, '').toLowerCase()))
  const nested = joined(inside.map(([, value]) => findGtins(value, around, depth + 1)))
  return joined([own, nested, further])
}

/** The GTINs of the clearest field that has a value. Equally clear fields with different values result in one invalid text. */
function ownGtins(members: readonly [string, unknown][], depth: number): string[] | undefined {
  const named = members
    .map(([name, value]) => ({ rank: rankOfName(name), texts: textsOf(value, depth) }))
    .filter(({ rank }) => rank !== undefined)
  if (named.length === 0) return undefined
  const filled = named
    .filter(({ texts }) => texts.length > 0)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  const [first] = filled
  if (first === undefined) return []
  const clearest = filled.filter(({ rank }) => rank === first.rank)
  const values = new Set(clearest.map(({ texts }) => texts.join(' or ')))
  return values.size > 1 ? [[...values].join(' or ')] : first.texts
}

/** The values of a field that is named like a GTIN: one, a list, or those of an object. */
function textsOf(value: unknown, depth: number): string[] {
  if (isScalar(value)) return String(value).trim() === '' ? [] : [String(value)]
  if (value === null || value === undefined || depth > deepest) return []
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, depth + 1))
  if (!isObject(value)) return [JSON.stringify(value)]
  const found = findGtins(value, [], depth + 1)
  if (found !== undefined) return found.map(({ text }) => text)
  const values = Object.entries(value).filter(([name]) => valueNames.test(name))
  const texts = values.flatMap(([, one]) => (isScalar(one) ? [String(one)] : []))
  return texts.length > 0 ? texts.slice(0, 1) : [JSON.stringify(value)]
}

function joined(found: readonly (Found[] | undefined)[]): Found[] | undefined {
  const known = found.filter((some) => some !== undefined)
  return known.length === 0 ? undefined : known.flat()
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
