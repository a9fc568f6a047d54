import { columnPrefix } from '../../src/core/mapping/publish-if.ts'
import { closestTo } from '../../src/core/text/closest-to.ts'
import { quote } from '../../src/lib/text/quote.ts'
import { Column } from '../map/map-schema.ts'
import { readYaml } from '../yaml-file.ts'
import {
  allowedIn,
  FieldRulesFile,
  guardedFields,
  guardedNumbers,
  GuardsFile,
  ofNumbers,
} from './guards-schema.ts'

/** The rules of one field under the names of the core; percentages from 0 to 100. `off` removes a default. */
type FieldGuards = ReturnType<typeof toRules>
/** The rules of every field, and of single ones by name. */
export type Guards = { all?: FieldGuards; fields?: Record<string, FieldGuards> }
export type GuardsRead = { readonly guards?: Guards; readonly faults: readonly string[] }

/** Reads the file of GUARDS, in YAML or JSON. The result has rules, or else every error with its place in the file. */
export function readGuards(file: string): GuardsRead {
  const { value, faults } = readYaml(file)
  const read: GuardsRead = faults.length > 0 ? { faults } : toGuards(value)
  return { ...read, faults: read.faults.map((fault) => `GUARDS: ${file}: ${fault}`) }
}

/** Converts a parsed file. */
export function toGuards(value: unknown): GuardsRead {
  const file = value ?? {}
  if (!isObject(file)) return { faults: [`the file is ${show(file)}. Allowed: all, fields.`] }
  const { all, fields: given, ...others } = file
  const fields = isObject(given) ? withCanonicalNames(given) : given
  const faults = [
    ...Object.keys(others).map((key) => unknownKey(key, key, ['all', 'fields'])),
    ...(all === undefined ? [] : rulesFaults('all', all)),
    ...(fields === undefined ? [] : fieldsFaults(fields)),
  ]
  if (faults.length > 0) return { faults }
  const read = GuardsFile.parse(fields === undefined ? file : { ...file, fields })
  const entries = Object.entries(read.fields ?? {}).map(([field, rules]) => [field, toRules(rules)])
  return {
    guards: { ...(read.all && { all: toRules(read.all) }), fields: Object.fromEntries(entries) },
    faults: [],
  }
}

/** The errors of rules for columns that are not stored with products: `names` are those that MAP and FAMILY_BY name. */
export function columnFaults({ fields = {} }: Guards, names: readonly string[]): string[] {
  const known = names.map((name) => columnPrefix + name)
  return Object.keys(fields)
    .filter((field) => isColumn(field) && !known.includes(field))
    .map((field) => {
      const meant = closestTo(field, known)
      const remedy =
        meant !== undefined
          ? `Did you mean ${quote(meant, 60)}?`
          : known.length === 0
            ? 'They name none: add the column to MAP.'
            : `Allowed: ${known.map((one) => quote(one, 60)).join(', ')}.`
      return `fields.${quote(field, 60)} is a column that neither MAP nor FAMILY_BY names. ${remedy}`
    })
}

function isColumn(field: string): boolean {
  return field.startsWith(columnPrefix)
}

/** Blanks after `catalog.` make no difference. */
function withCanonicalNames(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(fields).map(([field, rules]) => {
    const name = isColumn(field) ? columnPrefix + field.slice(columnPrefix.length).trim() : field
    return [name, rules]
  })
  return Object.fromEntries(entries)
}

function fieldsFaults(fields: unknown): string[] {
  if (!isObject(fields)) return [`fields is ${show(fields)}. Allowed: rules by field, such as price.`]
  return Object.entries(fields).flatMap(([field, rules]) => {
    const place = `fields.${field}`
    if (isColumn(field)) {
      return Column.safeParse(field).success
        ? rulesFaults(place, rules)
        : [`${quote(place, 60)} names no column. Name one of MAP, such as catalog.category.`]
    }
    if (!guardedFields.some((one) => one === field)) {
      const meant = closestTo(field, guardedFields)
      const remedy =
        meant === undefined
          ? `Allowed: ${guardedFields.join(', ')}, catalog.<column>.`
          : `Did you mean ${meant}?`
      return [`${place} is not a field with rules. ${remedy}`]
    }
    return rulesFaults(place, rules, guardedNumbers.includes(field))
  })
}

/** The errors in the rules of a field; `isNumber`: it may have the rules for numbers. */
function rulesFaults(place: string, rules: unknown, isNumber = true): string[] {
  const keys = Object.keys(allowedIn) as (keyof typeof allowedIn)[]
  if (!isObject(rules)) return [`${place} is ${show(rules)}. Allowed: ${keys.join(', ')}.`]
  return Object.entries(rules).flatMap(([name, value]) => {
    const key = keys.find((one) => one === name)
    if (key === undefined) return [unknownKey(`${place}.${name}`, name, keys)]
    if (!isNumber && ofNumbers.some((one) => one === key))
      return [
        `${place}.${key} is a rule for numbers. Allowed for: ${guardedNumbers.join(', ')}, catalog.<column>.`,
      ]
    if (!FieldRulesFile.shape[key].safeParse(value).success)
      return [`${place}.${key} is ${show(value)}. Allowed: ${allowedIn[key]}.`]
    const { max } = rules
    return key === 'min' && typeof value === 'number' && typeof max === 'number' && value > max
      ? [`${place}.min is ${value}, which is above max (${max}). Swap them.`]
      : []
  })
}

function unknownKey(place: string, key: string, known: readonly string[]): string {
  const meant = closestTo(key, known)
  const remedy = meant === undefined ? `Allowed: ${known.join(', ')}.` : `Did you mean ${meant}?`
  return `${place} is not a known key. ${remedy}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list or an object may be large, and even contain itself. */
function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? 'an object' : quote(JSON.stringify(value), 60)
}

const names = {
  max_drop_percent: 'maxDrop',
  max_rise_percent: 'maxRise',
  min: 'min',
  max: 'max',
  may_become_empty: 'mayBecomeEmpty',
  max_outliers_percent: 'maxOutliers',
  max_emptied_percent: 'maxEmptied',
  max_changed_percent: 'maxChanged',
} as const satisfies Record<keyof FieldRulesFile, string>
type Renamed = { [K in keyof typeof names as (typeof names)[K]]?: NonNullable<FieldRulesFile[K]> }

function toRules(rules: FieldRulesFile): Renamed {
  const entries = Object.entries(rules) as [keyof FieldRulesFile, unknown][]
  return Object.fromEntries(entries.map(([key, value]) => [names[key], value]))
}
