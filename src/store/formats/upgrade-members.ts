/** The value with members renamed; a member that already has its new name keeps its value. */
export function renameMembers(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!isObject(value)) return value
  const renamed = Object.entries(value).map(([name, member]) => [names[name] ?? name, member])
  const current = Object.entries(value).filter(([name]) => !(name in names))
  return Object.fromEntries([...renamed, ...current])
}

/** The value with one text member replaced. */
export function replaceText(value: unknown, name: string, replace: (text: string) => string): unknown {
  if (!isObject(value)) return value
  const text = value[name]
  return typeof text === 'string' ? { ...value, [name]: replace(text) } : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
