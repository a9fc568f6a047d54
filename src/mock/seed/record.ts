import type { Availability, WireProduct } from '../../contracts/partner.ts'
import { assetPaths } from './asset-paths.ts'
import type { Facts } from './facts.ts'
import { markupOf } from './markup.ts'
import type { LanguagePhrases } from './phrases.ts'
import { at, draw, purpose } from './random.ts'

const availabilities: readonly Availability[] = [
  'available',
  'available',
  'available',
  'limited',
  'not_available',
  'unknown',
]

/**
 * The record of a product in a language, derived from its facts only. Fields with `undefined` are absent in the
 * response. `origin` is the start of every link.
 */
export function recordOf(
  facts: Facts,
  language: string,
  phrases: LanguagePhrases,
  origin: string,
): WireProduct {
  const { seed, index, family, brand } = facts
  const words = phrases.families[family.key]
  const { units } = phrases.texts
  const size = sizeText(facts, phrases.texts.decimal)
  const text = draw(seed, index, purpose.text)
  const form = draw(seed, index, purpose.form)
  const number = (value: number | null, place: number) => formed(value, form >>> place)
  const quotes = text % 13 === 0 ? ' "Duo"' : ''
  const name = `${brand}${quotes} ${words.noun}${size === '' ? '' : `, ${size}`}`
  const short = `${words.upper} ${brand.toUpperCase()}`
  const links = assetPaths(facts, language)
  const link = (path: string) => (path === '' ? '' : origin + path)
  return {
    name,
    gtin: facts.gtin,
    language,
    erp_id: facts.erpId,
    item_number: facts.itemNumber,
    price: number(facts.price, 0),
    availability: at(availabilities, draw(seed, index, purpose.availability)),
    length: number(facts.length, 3),
    width: number(facts.width, 6),
    height: number(facts.height, 9),
    area: number(facts.area, 12),
    joint: number(facts.joint, 15),
    weight: number(facts.weight, 18),
    folded: facts.folded ?? at([null, null, undefined, ''], form >>> 27),
    trade_unit: units[family.unit],
    packaging_unit: facts.packagingQuantity === null ? '' : units.carton,
    packaging_unit_quantity: number(facts.packagingQuantity, 21),
    bundle_unit: facts.bundleQuantity === null ? '' : units.pallet,
    bundle_unit_quantity: number(facts.bundleQuantity, 24),
    erp_description: `${short} ${size} / ${facts.itemNumber}`.toUpperCase(),
    erp_description_short: short.slice(0, 40).trimEnd(),
    intro: text % 31 === 0 ? '' : words.intro,
    ...markupOf(facts, phrases),
    application_short: at(words.uses.plain, text >>> 4),
    datasheet: link(links.datasheet),
    safety_datasheet: link(links.safety),
    declaration_of_performance: link(links.performance),
    image: link(links.image),
    banner: link(links.banner),
    attributes: attributesOf(facts, phrases),
    materials: materialsOf(facts, phrases),
  }
}

/**
 * The partner writes one quantity in several forms. The form is drawn by product and field, and is the same in all
 * languages.
 */
function formed(value: number | null, drawn: number): WireProduct['price'] {
  if (value === null) return at([null, '', undefined, null], drawn)
  return drawn % 8 < 3 ? value.toFixed(value < 1 ? 3 : 2) : value
}

/** For instance `1,5 m × 50 m`; empty for products without a length. Millimetres below 40 cm. */
function sizeText({ length, width, joint }: Facts, decimal: string): string {
  if (length === null || width === null) return ''
  const joints = joint === null ? '' : ` (${joint}–${joint * 2} mm)`
  return `${side(width)} × ${side(length)}${joints}`.replaceAll('.', decimal)
}

function side(metres: number): string {
  return metres < 0.4 ? `${Math.round(metres * 1000)} mm` : `${metres} m`
}

function attributesOf({ seed, index, family }: Facts, phrases: LanguagePhrases) {
  const drawn = draw(seed, index, purpose.attribute)
  const keys = drawn % 5 === 0 ? family.attributes.slice(0, -1) : family.attributes
  return keys.map((key, place) => at(phrases.attributes[key], drawn >>> (place * 3)))
}

function materialsOf({ seed, index, family }: Facts, phrases: LanguagePhrases): WireProduct['materials'] {
  const drawn = draw(seed, index, purpose.material) % 24
  if (drawn === 0) return undefined
  if (drawn <= 2) return []
  return family.materials.map(([key, value]) => ({ name: phrases.texts.materials[key], value }))
}
