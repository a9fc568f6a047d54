import definitions from './schema-org.json' with { type: 'json' }

type Definitions = {
  types: Record<string, string[]>
  properties: Record<string, { of: string[]; expects: string[] }>
  members: Record<string, string[]>
}
const { types, properties, members }: Definitions = definitions

/** Values that search engines require in a form that schema.org's types do not express. */
const forms: Record<string, (value: string) => boolean> = {
  gtin13: (value) => /^\d{13}$/.test(value) && checkSum(value) % 10 === 0,
  price: (value) => /^\d+(?:\.\d+)?$/.test(value) && Number(value) > 0,
  priceCurrency: (value) => /^[A-Z]{3}$/.test(value),
  inLanguage: (value) => Intl.getCanonicalLocales(value)[0] === value,
  encodingFormat: (value) => /^[a-z]+\/[\w.+-]+$/.test(value),
  name: (value) => value.trim() !== '',
  variesBy: (value) => /^https:\/\/schema\.org\/(?:size|width|height|weight)$/.test(value),
}

const required: Record<string, string[]> = {
  Product: ['name', 'gtin13'],
  Offer: ['price', 'priceCurrency'],
  ImageObject: ['url'],
  DigitalDocument: ['name', 'url'],
  Brand: ['name'],
  ProductGroup: ['productGroupID'],
  PropertyValue: ['name', 'value'],
}

/** The errors in JSON-LD, judged by schema.org's definitions; each names the property. */
export function jsonLdFaults(data: unknown): string[] {
  const { '@context': context, ...node } = Object(data)
  return [
    ...(context === 'https://schema.org' ? [] : [`@context is ${context}`]),
    ...nodeFaults(node, 'root'),
  ]
}

function nodeFaults(node: Record<string, unknown>, at: string): string[] {
  const { '@type': type, ...values } = node
  if (typeof type !== 'string' || !(type in types)) return [`${at}: unknown type ${String(type)}`]
  const missing = (required[type] ?? []).filter((name) => !(name in values))
  return [
    ...missing.map((name) => `${at}: ${type} without ${name}`),
    ...Object.entries(values).flatMap(([name, value]) => propertyFaults(type, name, value, `${at}.${name}`)),
  ]
}

function propertyFaults(type: string, name: string, value: unknown, at: string): string[] {
  const property = properties[name]
  if (property === undefined) return [`${at}: unknown property`]
  if (!property.of.some((one) => isA(type, one))) return [`${at}: not a property of ${type}`]
  const all = [value].flat()
  if (all.length === 0) return [`${at}: an empty list`]
  return all.flatMap((one) => valueFaults(name, one, property.expects, at))
}

function valueFaults(name: string, value: unknown, expects: readonly string[], at: string): string[] {
  if (typeof value === 'object' && value !== null) {
    const { '@type': type } = Object(value)
    const fits = expects.some((one) => isA(String(type), one))
    return fits
      ? nodeFaults(Object(value), at)
      : [`${at}: ${String(type)} instead of ${expects.join(' or ')}`]
  }
  if (typeof value === 'number') return expects.includes('Number') ? [] : [`${at}: a number`]
  if (typeof value !== 'string') return [`${at}: ${typeof value}`]
  const known = expects.flatMap((one) => members[one] ?? []).map((one) => `https://schema.org/${one}`)
  const fits =
    expects.includes('Text') || known.includes(value) || (expects.includes('URL') && isAddress(value))
  if (!fits) return [`${at}: ${value}`]
  return forms[name]?.(value) === false ? [`${at}: ${value} has another form`] : []
}

function isA(type: string, other: string): boolean {
  return type === other || (types[type] ?? []).some((parent) => isA(parent, other))
}

function isAddress(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value)
}

function checkSum(gtin: string): number {
  return Array.from(gtin).reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
}

/** The JSON-LD in a page as visitors get it. */
export function jsonLdIn(html: string): unknown[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)
  return [...scripts].map(([, json = '']) => JSON.parse(json))
}
