import { isMap, toList, toText } from './php.ts'
import { type RestRequest, param } from './request.ts'

/** A tree of the requested fields; `true` selects the whole field. */
export type FieldTree = { [key: string]: FieldTree | true }

/** The fields that `_fields` selects; undefined means all. */
export function wantedFields(request: RestRequest): FieldTree | undefined {
  const raw = param(request, '_fields')
  if (raw === null) return undefined
  const cached = typeof raw === 'string' ? trees.get(raw) : undefined
  if (cached !== undefined) return cached
  const names = (Array.isArray(raw) ? raw : toList(raw))
    .map((name) => toText(name).trim())
    .filter((name) => name !== '')
  if (names.length === 0) return undefined
  const tree: FieldTree = {}
  for (const name of names) plant(tree, name.split('.'))
  if (Object.hasOwn(tree, '_embedded')) {
    // Without `_embed`, `_fields` cannot select `_embedded`.
    if (param(request, '_embed') === null) delete tree['_embedded']
  } else if (typeof raw === 'string') remember(raw, tree)
  return tree
}

/** Clients repeat the same few `_fields`. A batch repeats one up to 25 times. */
const trees = new Map<string, FieldTree>()

function remember(raw: string, tree: FieldTree): void {
  if (trees.size > 500) trees.clear()
  trees.set(raw, tree)
}

function plant(tree: FieldTree, path: readonly string[]): void {
  let node = tree
  for (const [depth, key] of path.entries()) {
    const inner = Object.hasOwn(node, key) ? node[key] : undefined
    if (inner === true) return
    if (depth === path.length - 1) {
      node[key] = true
      return
    }
    const next: FieldTree = inner ?? {}
    node[key] = next
    node = next
  }
}

/** True if a top-level field has to be computed. */
export function wants(fields: FieldTree | undefined, name: string): boolean {
  return fields === undefined || Object.hasOwn(fields, name)
}

/** True if a top-level field is selected as a whole, not by its subfields. */
export function wantsWhole(fields: FieldTree | undefined, name: string): boolean {
  return fields === undefined || (Object.hasOwn(fields, name) && fields[name] === true)
}

export function wantsLinks(fields: FieldTree | undefined): boolean {
  return wants(fields, '_links') || wants(fields, '_embedded')
}

/** Reduces each item to the selected fields. */
export function pickFields(data: unknown, fields: FieldTree): unknown {
  if (Array.isArray(data)) return data.map((item: unknown) => pick(item, fields))
  return pick(data, fields)
}

function pick(value: unknown, fields: FieldTree): unknown {
  if (Array.isArray(value)) return []
  if (!isMap(value)) return value
  const picked: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (field === true) picked[key] = value[key]
    else if (field !== undefined) picked[key] = pick(value[key], field)
  }
  return Object.keys(picked).length === 0 ? [] : picked
}
