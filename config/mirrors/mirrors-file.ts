import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError, reasonOf } from '../../src/lib/errors.ts'
import { parseStrictJson } from '../../src/lib/http/strict-json.ts'
import { variables } from '../variables.ts'

/** The settings of a mirror: a variable, `NAME_FILE` or `NAME_ENV`, and its value. */
export type Settings = Readonly<Record<string, string>>

const { schema: idSchema, allowed: allowedId } = variables.MIRROR_ID
const Entry = z.strictObject({
  id: z.string().pipe(idSchema),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)),
})
const MirrorsFile = z.strictObject({ mirrors: z.array(Entry).min(1) })

const shape = '{ "mirrors": [{ "id": "brand-a", "settings": { "CMS_API_ROOT": "https://…" } }] }'

/** The mirrors of a file, unparsed. Throws one ConfigError that lists every error of its shape. */
export function readMirrorsFile(file: string): readonly { id: string; settings: Settings }[] {
  const parsed = MirrorsFile.safeParse(readJson(file), { reportInput: true })
  if (parsed.success) return parsed.data.mirrors
  const errors = parsed.error.issues.map((issue) => `\n  - ${placeOf(issue)}: ${explain(issue)}.`)
  throw new ConfigError(`MIRRORS: ${file} does not have the form ${shape}${errors.join('')}`)
}

function readJson(file: string): unknown {
  const bytes = readBytes(file)
  const parsed = parseStrictJson(bytes)
  if (parsed.state === 'value') return parsed.value
  const problem = parsed.state === 'faulty' ? `: it ${parsed.fault}` : reasonOfParser(bytes)
  throw new ConfigError(`MIRRORS: ${file} is not valid JSON${problem}. Its form: ${shape}`)
}

/** `: Unexpected token '}'`, without the parser's quotation of the file, which may contain secrets. */
function reasonOfParser(bytes: Uint8Array): string {
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return ''
  } catch (error) {
    return `: ${reasonOf(error).replace(/, (?:\.\.\.)?".*$/s, '')}`
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new ConfigError(
      `MIRRORS: cannot read ${file}: ${reasonOf(error)}. Unset MIRRORS to run one mirror.`,
      { cause: error },
    )
  }
}

/** `mirror 2, settings, ROOT_SLUG`: counted from 1, because ids may be missing or equal. */
function placeOf({ path }: z.core.$ZodIssue): string {
  const [list, index, ...rest] = path
  if (list === undefined) return 'the file'
  return index === undefined ? `"${String(list)}"` : [`mirror ${Number(index) + 1}`, ...rest].join(', ')
}

/** A value is not shown, because it may be a secret. */
function explain(issue: z.core.$ZodIssue): string {
  if (issue.path.at(-1) === 'id') return `allowed are ${allowedId}`
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: unknown, remove it`
  if (issue.path.includes('settings') && issue.path.length > 3)
    return 'allowed are a text, a number, true and false'
  return issue.message
}
