/** A route's pattern in OpenAPI's notation, with the patterns of its path parameters. */
export type Template = { readonly path: string; readonly params: ReadonlyMap<string, string> }

/** `/cms/v2/pages/(?P<id>[\d]+)` → `/cms/v2/pages/{id}` with `id` ↦ `[\d]+`. */
export function toTemplate(pattern: string): Template {
  const params = new Map<string, string>()
  const path = pattern.replace(/\(\?P<(\w+)>([^)]*)\)/g, (_all, name: string, rule: string) => {
    params.set(name, rule)
    return `{${name}}`
  })
  return { path, params }
}

/** `GET /cms/v2/pages/{id}` → `getCmsV2PagesId`: unique, and an identifier in most languages. */
export function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + (capitals.length === 0 ? 'Index' : capitals.join(''))
}
