import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../../test/conformance/variables.ts'

/** A difference between two normalized values; a missing value is undefined. */
export type Difference = { readonly path: string; readonly engine: unknown; readonly bundled: unknown }

/**
 * All differences between two normalized values. Elements of lists share the path `*`. A list with equal elements in
 * another order is one difference, at `(order)`.
 */
export function differences(engine: unknown, bundled: unknown, path = ''): Difference[] {
  if (Array.isArray(engine) && Array.isArray(bundled)) return listDifferences(engine, bundled, path)
  if (!isRecord(engine) || !isRecord(bundled))
    return isDeepStrictEqual(engine, bundled) ? [] : [{ path, engine, bundled }]
  const keys = new Set([...Object.keys(engine), ...Object.keys(bundled)])
  return [...keys].flatMap((key) => differences(engine[key], bundled[key], below(path, key)))
}

function listDifferences(
  engine: readonly unknown[],
  bundled: readonly unknown[],
  path: string,
): Difference[] {
  if (engine.length !== bundled.length)
    return [{ path: below(path, '(length)'), engine: summary(engine), bundled: summary(bundled) }]
  if (isReordered(engine, bundled))
    return [{ path: below(path, '(order)'), engine: summary(engine), bundled: summary(bundled) }]
  const found = engine.flatMap((item, index) => differences(item, bundled[index], below(path, '*')))
  // Each path is reported only once, even if several rows have it.
  return [...new Map(found.toReversed().map((one) => [one.path, one])).values()].toReversed()
}

function isReordered(engine: readonly unknown[], bundled: readonly unknown[]): boolean {
  const theirs = engine.map(nameOf)
  const ours = bundled.map(nameOf)
  return !isDeepStrictEqual(theirs, ours) && isDeepStrictEqual(theirs.toSorted(), ours.toSorted())
}

function summary(list: readonly unknown[]): string[] {
  return list.map(nameOf)
}

/** The value that identifies a row. */
function nameOf(item: unknown): string {
  if (!isRecord(item)) return JSON.stringify(item) ?? ''
  const name = [item['slug'], item['id'], item['name']].find((one) => one !== undefined && one !== '')
  return typeof name === 'string' ? name : JSON.stringify(name ?? item)
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
