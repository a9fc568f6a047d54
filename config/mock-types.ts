import { readFileSync } from 'node:fs'
import { YAMLParseError, parse } from 'yaml'
import type { z } from 'zod'
import { closestTo } from '../src/core/text/closest-to.ts'
import { reasonOf } from '../src/lib/errors.ts'
import { nameFaults } from '../src/mock/contracts/site-types/name-faults.ts'
import { SiteTypes, fileKeys } from '../src/mock/contracts/site-types/site-types.ts'

export type TypesFile = { readonly types?: SiteTypes; readonly faults: readonly string[] }

/** Reads the file of `--types`, in JSON or YAML. The result has types, or else every error with its place in the file. */
export function readTypesFile(file: string): TypesFile {
  let value: unknown
  try {
    value = parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const problem =
      error instanceof YAMLParseError
        ? `${file} is not valid JSON or YAML: ${error.message.split(':\n', 1)[0] ?? ''}.`
        : `cannot read ${file}: ${reasonOf(error)}`
    return { faults: [`MOCK_TYPES: ${problem}`] }
  }
  const parsed = SiteTypes.safeParse(value ?? {}, { reportInput: true })
  const faults = parsed.success
    ? nameFaults(parsed.data).map(({ path, message }) => `${path.join('.')}: ${message}.`)
    : parsed.error.issues.flatMap(explain)
  if (parsed.success && faults.length === 0) return { types: parsed.data, faults }
  return { faults: faults.map((text) => `MOCK_TYPES: ${file}: ${text}`) }
}

/** The errors of an issue, each a sentence with its place: `post_types.product.supports.0 is "titel". Did you mean title?` */
function explain(issue: z.core.$ZodIssue): string[] {
  const { path, input } = issue
  const place = path.join('.') || 'the file'
  const given = input === undefined ? 'missing' : JSON.stringify(input)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const hint = meantBy(key, fileKeys) ?? 'Remove it.'
      return `${[...path, key].join('.')} is not a known key. ${hint}`
    })
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => `${place}: the name ${message}.`)
  if (issue.code === 'invalid_type')
    return [`${place} is ${given}. Allowed: a value of type ${issue.expected}.`]
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String)
    return [`${place} is ${given}. ${meantBy(input, allowed) ?? `Allowed: ${allowed.join(', ')}.`}`]
  }
  if (issue.code !== 'invalid_union') return [`${place} ${issue.message}.`]
  if ('options' in issue && issue.options !== undefined)
    return [`${place} must be one of ${issue.options.map(String).join(', ')}.`]
  const [first = []] = issue.errors
  return first.flatMap((inner) => explain({ ...inner, path: [...path, ...inner.path] }))
}

function meantBy(name: unknown, known: readonly string[]): string | undefined {
  const meant = typeof name === 'string' ? closestTo(name, known) : undefined
  return meant === undefined ? undefined : `Did you mean ${meant}?`
}
