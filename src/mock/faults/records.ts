import type { FaultRule } from '../contracts/fault-rule.ts'
import { gtinAt } from '../seed/gtins.ts'

type Fields = Readonly<Record<string, unknown>>

/** A product's fields after the rule has been applied. Rules of other kinds do not change them. */
export function spoilFields(fields: Fields, rule: FaultRule | null): Fields {
  const kind = rule?.kind
  if (kind === 'wrong-gtin')
    return { ...fields, gtin: [gtinAt(0), gtinAt(1)].find((gtin) => gtin !== fields['gtin']) }
  if (kind === 'blank') return changed(fields, rule.fields, (value) => (Array.isArray(value) ? [] : ''))
  if (kind === 'type-change') return changed(fields, rule.fields, retyped)
  if (kind === 'unknown-fields')
    return { ...fields, ...Object.fromEntries(rule.fields.map((name) => [name, unknownValue(name)])) }
  return fields
}

function changed(fields: Fields, names: readonly string[], change: (value: unknown) => unknown): Fields {
  return { ...fields, ...Object.fromEntries(names.map((name) => [name, change(fields[name])])) }
}

function retyped(value: unknown): unknown {
  if (typeof value === 'number') return { value, unit: 'mock' }
  if (typeof value === 'string')
    return value !== '' && Number.isFinite(Number(value)) ? { value } : value.length
  if (Array.isArray(value)) return Object.fromEntries(value.entries())
  return [value ?? null]
}

function unknownValue(name: string): unknown {
  return name.endsWith('nested') ? { of: [name] } : `value of ${name}`
}
