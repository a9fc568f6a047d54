import { type Variables, fillText, fillValue, isRecord } from './variables.ts'

/** The input of a comparison in addition to the two values. */
export type World = {
  readonly variables: Variables
  readonly tolerate: ReadonlySet<string>
  readonly timezone: string
  /** Milliseconds. */
  readonly now: number
}

type Check = (argument: unknown, actual: unknown, world: World) => boolean

const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/
const quarterOfAnHour = 15 * 60_000

const checks: Readonly<Record<string, Check>> = {
  $any: () => true,
  $int: (_, actual) => Number.isInteger(actual),
  $number: (_, actual) => typeof actual === 'number',
  $string: (_, actual) => typeof actual === 'string',
  $bool: (_, actual) => typeof actual === 'boolean',
  $array: (_, actual) => Array.isArray(actual),
  $object: (_, actual) => isRecord(actual),
  $url: (_, actual) => typeof actual === 'string' && /^https?:\/\/\S+$/.test(actual),
  $date: (_, actual) => typeof actual === 'string' && date.test(actual),
  $now: (zone, actual, world) => isNow(actual, zone === 'site' ? world.timezone : 'UTC', world.now),
  $empty: (_, actual) => typeof actual === 'object' && actual !== null && Object.keys(actual).length === 0,
  $length: (length, actual) => Array.isArray(actual) && actual.length === length,
  $match: (pattern, actual, { variables }) =>
    typeof actual === 'string' &&
    new RegExp(
      fillText(String(pattern), variables, (value) => RegExp.escape(value)),
      'su',
    ).test(actual),
  $endsWith: (end, actual, { variables }) =>
    typeof actual === 'string' && actual.endsWith(fillText(String(end), variables)),
}

/** All reasons why `actual` does not match `pattern`, each with its path. */
export function differences(pattern: unknown, actual: unknown, world: World, place = ''): string[] {
  if (typeof pattern === 'string') return sameOrTold(fillValue(pattern, world.variables), actual, place)
  if (Array.isArray(pattern)) return listDifferences(pattern, actual, world, place)
  if (!isRecord(pattern)) return sameOrTold(pattern, actual, place)
  const matchers = Object.keys(pattern).filter((key) => key.startsWith('$') && key !== '$min')
  if (matchers.length > 0)
    return matchers.flatMap((key) => applyMatcher(key, pattern, actual, { world, place }))
  return memberDifferences(pattern, actual, world, { place, whole: true })
}

function applyMatcher(
  key: string,
  pattern: Record<string, unknown>,
  actual: unknown,
  { world, place }: { world: World; place: string },
): string[] {
  const argument = pattern[key]
  const check = checks[key]
  if (check !== undefined)
    return actual !== undefined && check(argument, actual, world) ? [] : [unfit(pattern, actual, place)]
  if (key === '$absent')
    return actual === undefined ? [] : [`${place}: should not be there, got ${short(actual)}`]
  if (key === '$subset' && isRecord(argument))
    return memberDifferences(argument, actual, world, { place, whole: false })
  if (!Array.isArray(actual) && key !== '$oneOf') return [unfit(pattern, actual, place)]
  const list: unknown[] = Array.isArray(actual) ? actual : []
  const patterns: unknown[] = Array.isArray(argument) ? argument : []
  const fits = (one: unknown, item: unknown): boolean => differences(one, item, world).length === 0
  if (key === '$each') {
    const few = list.length < Number(pattern['$min'] ?? 0) ? [`${place}: only ${list.length} items`] : []
    return [...few, ...list.flatMap((item, index) => differences(argument, item, world, `${place}/${index}`))]
  }
  if (key === '$oneOf')
    return patterns.some((one) => fits(one, actual)) ? [] : [unfit(pattern, actual, place)]
  if (key === '$contains')
    return patterns
      .filter((one) => !list.some((item) => fits(one, item)))
      .map((one) => `${place}: no item fits ${short(one)}`)
  if (key === '$unordered') return unorderedDifferences(patterns, list, fits, place)
  return [`${place}: unknown matcher ${key}`]
}

function unorderedDifferences(
  patterns: readonly unknown[],
  list: readonly unknown[],
  fits: (pattern: unknown, item: unknown) => boolean,
  place: string,
): string[] {
  const left = [...list]
  const missing = patterns.filter((pattern) => {
    const index = left.findIndex((item) => fits(pattern, item))
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
  return [...missing, ...left].map((one) => `${place}: without a partner: ${short(one)}`)
}

function listDifferences(
  patterns: readonly unknown[],
  actual: unknown,
  world: World,
  place: string,
): string[] {
  if (!Array.isArray(actual)) return [unfit(patterns, actual, place)]
  const length =
    actual.length === patterns.length
      ? []
      : [`${place}: ${actual.length} items instead of ${patterns.length}`]
  return [
    ...length,
    ...patterns.flatMap((pattern, index) =>
      index < actual.length ? differences(pattern, actual[index], world, `${place}/${index}`) : [],
    ),
  ]
}

function memberDifferences(
  pattern: Readonly<Record<string, unknown>>,
  actual: unknown,
  world: World,
  { place, whole }: { place: string; whole: boolean },
): string[] {
  if (!isRecord(actual)) return [unfit(pattern, actual, place)]
  const relations = /\/(_links|_embedded)$/.test(place)
  const expected = named(pattern, (key) => bare(fillText(key, world.variables), relations))
  const given = named(actual, (key) => bare(key, relations))
  const told: string[] = []
  for (const [key, member] of expected) {
    const missing = !given.has(key)
    const optional = world.tolerate.has(key) || (isRecord(member) && member['$absent'] === true)
    if (missing && !optional) told.push(`${place}/${key}: missing, expected ${short(member)}`)
    if (!missing) told.push(...differences(member, given.get(key), world, `${place}/${key}`))
  }
  if (!whole) return told
  const extra = [...given.keys()].filter((key) => !expected.has(key) && !world.tolerate.has(key))
  return [...told, ...extra.map((key) => `${place}/${key}: unexpected, got ${short(given.get(key))}`)]
}

function named(
  value: Readonly<Record<string, unknown>>,
  rename: (key: string) => string,
): Map<string, unknown> {
  return new Map(Object.entries(value).map(([key, member]) => [rename(key), member]))
}

/** Relations are compared without the prefix of their vocabulary. */
function bare(key: string, relation: boolean): string {
  return relation ? key.replace(/^[a-z][a-z0-9]*:/, ':') : key
}

function sameOrTold(expected: unknown, actual: unknown, place: string): string[] {
  return JSON.stringify(expected) === JSON.stringify(actual) ? [] : [unfit(expected, actual, place)]
}

function isNow(actual: unknown, zone: string, now: number): boolean {
  if (typeof actual !== 'string' || !date.test(actual)) return false
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(now)
  return Math.abs(Date.parse(`${actual}Z`) - Date.parse(`${clock.replace(' ', 'T')}Z`)) <= quarterOfAnHour
}

function unfit(pattern: unknown, actual: unknown, place: string): string {
  return `${place || '/'}: expected ${short(pattern)}, got ${short(actual)}`
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}
