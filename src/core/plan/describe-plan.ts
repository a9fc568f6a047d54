import { countOf } from '../report/format.ts'

const nouns = {
  retire: 'retirement',
  update: 'update',
  create: 'new page',
  restore: 'return',
} as const

/** `12 retirements, 3 updates, 1 new page`: what a plan would do, empty when it would do nothing. */
export function describePlan(planned: Readonly<Record<keyof typeof nouns, number>>): string {
  const kinds = ['retire', 'update', 'create', 'restore'] as const
  return kinds
    .filter((kind) => planned[kind] > 0)
    .map((kind) => countOf(planned[kind], nouns[kind]))
    .join(', ')
}
