import { toLanguageCode } from '../../src/contracts/language-code.ts'
import { readRaw, type Environment } from '../read.ts'
import { variables, type Variable } from '../variables.ts'

type Entry = { id: string; env: Environment }

/** One error for each two mirrors that would overwrite each other's pages. */
export function findCollisions(entries: readonly Entry[]): string[] {
  return entries.flatMap((one, index) =>
    entries.slice(index + 1).flatMap((other) => {
      const fault = siteOf(one) === siteOf(other) ? collisionOf(one, other) : undefined
      return fault === undefined ? [] : [`mirrors ${one.id} and ${other.id} ${fault}`]
    }),
  )
}

/** Why two mirrors of one CMS collide. A page is found by its record, whatever its parent. */
function collisionOf(one: Entry, other: Entry): string | undefined {
  const slug = textOf(one, 'ROOT_SLUG')
  if (slug === textOf(other, 'ROOT_SLUG'))
    return `have the same CMS_API_ROOT and ROOT_SLUG ${slug}: their pages would collide. Give one of them another ROOT_SLUG.`
  const isSame = (['CMS_TYPE', 'CATALOG'] as const).every((name) => textOf(one, name) === textOf(other, name))
  if (isSame && shareLanguage(languagesOf(one), languagesOf(other)))
    return 'have the same CMS_API_ROOT, CATALOG and LANGUAGES in common: their records would collide. Give them other catalogues or other languages.'
  return undefined
}

function shareLanguage(one: readonly string[], other: readonly string[]): boolean {
  return one.includes('all') || other.includes('all') || one.some((language) => other.includes(language))
}

function languagesOf(entry: Entry): string[] {
  return textOf(entry, 'LANGUAGES')
    .split(/[\s,]+/)
    .map(toLanguageCode)
}

/** The URL of a CMS in a normal form. */
function siteOf(entry: Entry): string {
  const url = URL.parse(textOf(entry, 'CMS_API_ROOT'))
  return url === null ? entry.id : url.host + url.pathname.replace(/\/+$/, '') + url.search
}

/** An invalid value is reported when it is parsed. */
function textOf({ env }: Entry, name: keyof typeof variables): string {
  const { fallback = '' }: Variable = variables[name]
  return readRaw(name, env).text ?? fallback
}
