import { imageFields, numberFields, pdfFields } from '../../contracts/partner.ts'
import { valueText } from './product-diff.ts'
import type { PatternExample, PlanPattern, PlanSummary } from '../run/plan-summary.ts'
import type { Product } from '../record/product.ts'
import { recordId } from '../record/record.ts'
import { firstLine } from '../text/first-line.ts'
import type { PlannedChange } from '../run/change.ts'
import { differIn } from './diff.ts'
import { createNumberChanges } from './number-changes.ts'
import { createSharedTraits } from './shared-traits.ts'
import { compact } from '../../lib/compact.ts'

/** One way to count a change; `how` and `field` only occur for updates. */
type Aspect = Pick<PlanPattern, 'kind' | 'field' | 'how' | 'reason'> & { before?: string; after?: string }

const numbers: ReadonlySet<string> = new Set(numberFields)
const files: ReadonlySet<string> = new Set([...pdfFields, ...imageFields])
const mostPatterns = 30

/**
 * Collects a plan's changes, each with the product that its page shows now, and summarizes them by common properties.
 * Memory is bounded by the number of fields and languages, and the order of changes makes no difference.
 */
export function createPlanSummary() {
  const patterns = new Map<string, ReturnType<typeof createPattern>>()
  let records = 0

  return {
    add(change: PlannedChange, current: Product | undefined): void {
      records++
      const aspects = aspectsOf(change, current)
      const product = 'product' in change ? change.product : current
      for (const aspect of aspects) {
        const key = patternKey(aspect)
        const pattern = patterns.get(key) ?? createPattern(aspect)
        patterns.set(key, pattern)
        pattern.add(change, { ...aspect, alone: aspects.length === 1, product })
      }
    },

    result(): PlanSummary {
      const all = [...patterns]
        .map(([key, pattern]) => ({ key, pattern: pattern.result() }))
        .sort((a, b) => b.pattern.count - a.pattern.count || (a.key < b.key ? -1 : 1))
        .map(({ pattern }) => pattern)
      return { records, patterns: all.slice(0, mostPatterns), more: Math.max(0, all.length - mostPatterns) }
    },
  }
}

/** Identifies a pattern among those of a plan. */
export function patternKey({ kind, field, how, reason }: Aspect): string {
  return [kind, field, how, reason].join('|')
}

/** The keys of the patterns that a change belongs to; `current` is the product that its page shows now. */
export function patternKeysOf(change: PlannedChange, current: Product | undefined): string[] {
  return aspectsOf(change, current).map(patternKey)
}

function aspectsOf(change: PlannedChange, current: Product | undefined): Aspect[] {
  const { kind } = change
  if (kind === 'retire') return [{ kind, reason: change.reason }]
  if (kind !== 'update') return [{ kind }]
  const { fields, product } = change
  const aspects = fields.map((field): Aspect => {
    if (current === undefined || !isField(current, field) || !differIn(field, current, product))
      return { kind, field, how: 'cause' }
    const [before, after] = [valueText(field, current[field]), valueText(field, product[field])]
    return { kind, field, how: howOf(field, before, after), before, after }
  })
  // A repair may have no field at all, but the record still counts.
  return aspects.length === 0 ? [{ kind, how: 'cause' }] : aspects
}

function isField(product: Product, field: string): field is keyof Product {
  return Object.hasOwn(product, field)
}

function howOf(field: string, before: string, after: string): NonNullable<PlanPattern['how']> {
  if (before === '') return 'filled'
  if (after === '') return 'emptied'
  if (numbers.has(field)) return 'number'
  return files.has(field) ? 'replaced' : 'changed'
}

type Counted = Aspect & { alone: boolean; product: Product | undefined }

function createPattern({ kind, field, how, reason }: Aspect) {
  const traits = createSharedTraits()
  const changes = createNumberChanges()
  let [count, only] = [0, 0]
  /** Every id sorts before this one. */
  let first: { id: string; example: PatternExample } = { id: '\uffff', example: { gtin: '', language: '' } }
  /** The values shared by all records; null once they differ. */
  let values: { before: string; after: string } | null | undefined

  return {
    add({ gtin, language }: PlannedChange, { before, after, alone, product }: Counted): void {
      count++
      if (alone) only++
      traits.add(language, product)
      const id = recordId({ gtin, language })
      const change = before !== undefined && after !== undefined ? { before, after } : undefined
      if (id < first.id) first = { id, example: { gtin, language, ...(change && toLines(change)) } }
      if (change === undefined) return
      if (values === undefined) values = change
      else if (values !== null && (values.before !== before || values.after !== after)) values = null
      if (how === 'number') changes.add({ gtin, language, ...change })
    },

    result(): PlanPattern {
      const { typical, ...number } = how === 'number' ? changes.result() : {}
      return compact({
        kind,
        count,
        field,
        ...(how !== undefined && { how, only }),
        reason,
        ...traits.result(),
        ...(values && count > 1 && { values: toLines(values) }),
        ...number,
        example: typical === undefined ? first.example : toLines(typical),
      })
    },
  }
}

function toLines<T extends { before: string; after: string }>(texts: T): T {
  return { ...texts, before: firstLine(texts.before), after: firstLine(texts.after) }
}
