import { type World, differences } from './differences.ts'
import { fillText, isRecord } from './variables.ts'

/** The reasons why the headers (lower-case names) do not match. */
export function headerDifferences(
  expected: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string | undefined>>,
  world: World,
): string[] {
  return Object.entries(expected).flatMap(([name, pattern]) => {
    const actual = headers[name.toLowerCase()]
    const place = `header ${name}`
    if (!isRecord(pattern)) return differences(pattern, actual, world, place)
    if (isRecord(pattern['$links'])) return linkDifferences(pattern['$links'], actual ?? '', world)
    const { $type: type, $set: set } = pattern
    const fits =
      typeof type === 'string'
        ? actual?.split(';')[0]?.trim().toLowerCase() === type
        : typeof set === 'string'
          ? actual !== undefined && sorted(actual, ',') === sorted(set, ',')
          : undefined
    if (fits === undefined) return differences(pattern, actual, world, place)
    return fits ? [] : [`${place}: expected ${JSON.stringify(pattern)}, got ${actual}`]
  })
}

function linkDifferences(
  expected: Readonly<Record<string, unknown>>,
  header: string,
  world: World,
): string[] {
  const links = new Map(
    [...header.matchAll(/<([^>]*)>\s*;\s*rel="([^"]*)"/g)].map((found) => [found[2], found[1] ?? '']),
  )
  return Object.entries(expected).flatMap(([relation, address]) => {
    const actual = links.get(relation)
    const wanted = typeof address === 'string' ? fillText(address, world.variables) : undefined
    const fits =
      wanted === undefined || actual === undefined
        ? wanted === actual
        : canonical(actual) === canonical(wanted)
    return fits ? [] : [`link ${relation}: expected ${wanted}, got ${actual}`]
  })
}

/** A URL with its parameters sorted. `a[0]` and `a[]` are equal. */
function canonical(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  const pairs = [...searchParams].map(([name, value]) => `${name.replace(/\[\d*\]$/, '[]')}=${value}`)
  return `${origin}${pathname}?${pairs.toSorted().join('&')}`
}

function sorted(list: string, separator: string): string {
  return list
    .split(separator)
    .map((item) => item.trim().toLowerCase())
    .toSorted()
    .join()
}
