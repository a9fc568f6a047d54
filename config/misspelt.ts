import likelyNames from './likely-names.json' with { type: 'json' }

/** One error for each variable whose name is a misspelling of one of `names`; other names are ignored. */
export function findMisspelt(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(env).flatMap(([key, value]) => {
    const name = key.replace(/_FILE$/, '')
    if (value === undefined || value === '' || names.includes(name)) return []
    const spelt = [1, 2].flatMap((edits) => names.filter((known) => isMisspelt(name, known, edits)))[0]
    const meant = likelyMeant(name, names, env) ?? spelt
    if (meant === undefined) return []
    return [`${key} is not a variable of product-mirror. Did you mean ${meant}${key.slice(name.length)}?`]
  })
}

/** The variable that another common name means, unless it is set: then the name may be another program's. */
function likelyMeant(
  name: string,
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const meant = new Map(Object.entries(likelyNames)).get(name)
  if (meant === undefined || !names.includes(meant)) return undefined
  return (env[meant] ?? '') === '' && (env[`${meant}_FILE`] ?? '') === '' ? meant : undefined
}

/** The known name that another is probably a misspelling of, at most two letters away. */
export function closestTo(name: string, known: readonly string[]): string | undefined {
  return [1, 2].flatMap((edits) =>
    known.filter((one) => (edits === 1 || one.length > 3) && isWithin(name, one, edits)),
  )[0]
}

/** Names without our prefix may belong to other programs: LANGUAGE is not a misspelt LANGUAGES. */
function isMisspelt(name: string, known: string, edits: number): boolean {
  const prefix = /^[A-Z]+_/.exec(known)?.[0]
  if (prefix === undefined || !name.startsWith(prefix)) return false
  const [typed, meant] = [name.slice(prefix.length), known.slice(prefix.length)]
  return (edits === 1 || meant.length > 3) && isWithin(typed, meant, edits)
}

/** Whether so many inserted, dropped, replaced or swapped letters turn one text into the other. */
function isWithin(a: string, b: string, edits: number): boolean {
  if (a === b) return true
  if (edits === 0) return false
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return isWithin(restOfA, restOfB, edits)
  const swapped = a[0] === b[1] && a[1] === b[0]
  return (
    isWithin(restOfA, restOfB, edits - 1) ||
    isWithin(restOfA, b, edits - 1) ||
    isWithin(a, restOfB, edits - 1) ||
    (swapped && isWithin(a.slice(2), b.slice(2), edits - 1))
  )
}
