import { isWithin } from '../src/core/text/closest-to.ts'
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

/** Names without our prefix may belong to other programs: LANGUAGE is not a misspelt LANGUAGES. */
function isMisspelt(name: string, known: string, edits: number): boolean {
  const prefix = /^[A-Z]+_/.exec(known)?.[0]
  if (prefix === undefined || !name.startsWith(prefix)) return false
  const [typed, meant] = [name.slice(prefix.length), known.slice(prefix.length)]
  return (edits === 1 || meant.length > 3) && isWithin(typed, meant, edits)
}
