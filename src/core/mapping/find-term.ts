/** A term of the CMS; `parent` is 0 at the top. */
export type KnownTerm = { id: number; name: string; slug: string; parent: number }

/** The names on a path of terms: `Tapes > Roof`. */
export function pathParts(path: string): string[] {
  return path
    .split('>')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * The term at a path, each part by its name or slug below its parent. A name without parents is looked up at the top
 * first, then everywhere, unless several terms have it.
 */
export function findTerm(terms: readonly KnownTerm[], path: string): KnownTerm | undefined {
  const parts = pathParts(path)
  const [only = ''] = parts
  let found: KnownTerm | undefined
  for (const part of parts) {
    const { id: parent } = found ?? { id: 0 }
    found = bestOf(
      terms.filter((term) => term.parent === parent && isNamed(term, part)),
      part,
    )
    if (found === undefined) break
  }
  if (found !== undefined || parts.length > 1) return found
  const anywhere = terms.filter((term) => isNamed(term, only))
  return anywhere.length === 1 ? anywhere[0] : undefined
}

/** A term by its exact name takes precedence over one by its slug. */
function bestOf(terms: readonly KnownTerm[], part: string): KnownTerm | undefined {
  return terms.find(({ name }) => name === part) ?? terms[0]
}

function isNamed({ name, slug }: KnownTerm, part: string): boolean {
  return name.toLowerCase() === part.toLowerCase() || (slug !== '' && slug === part)
}
