import type { Step } from '../step.ts'
import type { Comparison } from './compare.ts'

/** One occurrence of a class of differences. */
export type Finding = {
  /** The identifier of the class. */
  readonly key: string
  readonly kind: 'outcome' | 'content'
  readonly engine: unknown
  readonly bundled: unknown
}

/** The differences of a comparison, grouped by class. */
export function findingsOf(step: Step, comparison: Comparison): Finding[] {
  const { engine, bundled } = comparison
  const route = routeOf(step)
  if (engine !== bundled) {
    const key = `${step.method} ${route}: ${short(engine)} → ${short(bundled)}`
    return [{ key, kind: 'outcome', engine, bundled }]
  }
  return comparison.differences.map((one) => ({
    key: `${resourceOf(route)}: ${placeOf(one.path)}${kindOf(one.engine, one.bundled)}`,
    kind: 'content',
    engine: one.engine,
    bundled: one.bundled,
  }))
}

/** The route of a path: `/cms/v2/pages/<id>`. */
export function routeOf({ path }: Pick<Step, 'path'>): string {
  return (path.split('?', 1)[0] ?? '').replaceAll(/\/(\{\{\w+\}\}|\d+)/g, '/<id>')
}

/** The kind of row that a route returns, the same for lists, items and writes. */
function resourceOf(route: string): string {
  return route.replace('/cms/v2/', '').replaceAll('/<id>', '')
}

/** The path within a row, independent of the row's place in the response. */
function placeOf(path: string): string {
  return path.replace(/^body\.((\*|previous|body|responses\.\*\.body)(\.|$))*/, '')
}

function kindOf(engine: unknown, bundled: unknown): string {
  if (engine === undefined) return ' (only in the bundled server)'
  return bundled === undefined ? ' (only in the engine)' : ''
}

function short(outcome: string): string {
  return outcome.length > 60 ? `${outcome.slice(0, 60)}…` : outcome
}
