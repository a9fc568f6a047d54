import type { FieldMap } from '../../src/core/mapping/field-map.ts'
import { compact } from '../../src/lib/compact.ts'
import { readYaml } from '../yaml-file.ts'
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
