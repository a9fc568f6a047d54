/** The names of keys and fields in version 1 that were renamed since; no other file knows them. */

/** The decisions' key in layout 1, after the mirror's prefix. */
export const decisionsName = 'orders'

/** Current keys, with their names in layout 1. */
export const keyNames = [
  ['decisions', decisionsName],
  ['missingAssets', 'lacking'],
  ['parentsInvalidated', 'parents:doubted'],
  ['staleListings', 'stale-indexes'],
  ['sentNotices', 'told-troubles'],
  ['notifiedFindings', 'told-findings'],
] as const

/** The layout 1 name of a run's key `plan:fingerprints`. */
export const fingerprintsName = 'plan:standing'

/** The kind of duplicate findings; a finding's id ends in its kind. */
export const duplicateKind = 'twin'

const kinds = { [duplicateKind]: 'duplicate' }
const members = { mended: 'repaired' }

export function upgradeFinding(value: unknown): unknown {
  const renamed = renameMembers(value, members)
  return replaceText(renamed, 'kind', (kind) => (kind === duplicateKind ? kinds[kind] : kind))
}

export function upgradeAuditEntry(value: unknown): unknown {
  return replaceText(value, 'action', (action) => action.replace(/^settle /, 'resolve '))
}

/** For planned changes and outcomes: `decision` had another name among the fields. */
export function upgradeFields(value: unknown): unknown {
  return replaceMember(value, 'fields', (fields) =>
    Array.isArray(fields) ? fields.map((field) => (field === 'settled' ? 'decision' : field)) : fields,
  )
}

/** Checks fields instead of versions, because a run that version 2 continues has fields of both. */
export function upgradeRun(run: unknown): unknown {
  let upgraded = renameMembers(run, members)
  upgraded = replaceMember(upgraded, 'failure', (failure) => renameMembers(failure, { side: 'cause' }))
  for (const counts of ['findings', 'repaired'])
    upgraded = replaceMember(upgraded, counts, (value) => renameMembers(value, kinds))
  return upgraded
}

/** A field that already has its new name keeps its value. */
function renameMembers(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!isObject(value)) return value
  const renamed = Object.entries(value).map(([name, member]) => [names[name] ?? name, member])
  const current = Object.entries(value).filter(([name]) => !(name in names))
  return Object.fromEntries([...renamed, ...current])
}

function replaceText(value: unknown, name: string, replace: (text: string) => string): unknown {
  return replaceMember(value, name, (text) => (typeof text === 'string' ? replace(text) : text))
}

function replaceMember(value: unknown, name: string, replace: (member: unknown) => unknown): unknown {
  return isObject(value) && name in value ? { ...value, [name]: replace(value[name]) } : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
