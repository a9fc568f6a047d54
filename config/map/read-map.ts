import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import type { FieldMap } from '../../src/core/mapping/field-map.ts'
import { compact } from '../../src/lib/compact.ts'
import { reasonOf } from '../../src/lib/errors.ts'
import { quote } from '../../src/lib/text/quote.ts'
import { explainIssue } from './explain-issue.ts'
import { Head, isListed, mostFields } from './map-schema.ts'
import { readPublishIf } from './publish-if.ts'
import { readField } from './read-field.ts'
import { readSlug } from './read-slug.ts'

export type MapRead = { readonly map?: FieldMap; readonly faults: readonly string[] }

/** Reads the file of MAP, in YAML or JSON. The result has a map, or else every error with its place in the file. */
export function readMap(file: string): MapRead {
  const { value, faults } = readYaml(file)
  const read: MapRead = faults.length > 0 ? { faults } : toMap(value)
  return { ...read, faults: read.faults.map((fault) => `MAP: ${file}: ${fault}`) }
}

/** Every command reads the configuration, and most mirrors have no map: loading the parser takes 20 ms. */
function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml
}

/** The value of the file. Keys that occur twice are errors. */
function readYaml(file: string): { value?: unknown; faults: readonly string[] } {
  try {
    const document = loadYaml().parseDocument(readFileSync(file, 'utf8'))
    const problems = [...document.errors, ...document.warnings]
    if (problems.length === 0) return { value: document.toJS() as unknown, faults: [] }
    // The lines after the first quote the file.
    return {
      faults: problems.map(({ message }) => `${quote(message.split('\n', 1)[0] ?? '').replace(/:$/, '')}.`),
    }
  } catch (error) {
    return { faults: [`cannot be read: ${reasonOf(error)}`] }
  }
}

/** Converts a parsed file. */
export function toMap(value: unknown): MapRead {
  const head = Head.safeParse(value ?? {}, { reportInput: true })
  const listed = isListed(value) && isListed(value['fields']) ? Object.entries(value['fields']) : []
  const fields = listed.map(([target, field]) => readField(target, field))
  const { slug, faults: slugFaults } =
    isListed(value) && typeof value['slug'] === 'string' ? readSlug(value['slug']) : { faults: [] }
  const publishIf = readPublishIf(isListed(value) ? value['publish_if'] : undefined)
  const faults = [
    ...slugFaults.map((fault) => `slug ${fault}`),
    ...(head.success ? [] : head.error.issues.flatMap((issue) => explainIssue(issue, []))),
    ...(fields.length > mostFields
      ? [`fields has ${fields.length} fields. Allowed: at most ${mostFields}.`]
      : []),
    ...fields.flatMap((field) => field.faults),
    ...publishIf.faults,
  ]
  if (!head.success || faults.length > 0) return { faults }
  const map: FieldMap = compact({
    type: head.data.type,
    slug,
    rows: fields.flatMap(({ row }) => row ?? []),
    publishIf: publishIf.names,
  })
  return { map, faults }
}
