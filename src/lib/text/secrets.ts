import { patternOf } from './secret-forms.ts'

export const hidden = '[hidden]'

/** A shorter secret occurs in ordinary words and numbers, so hiding it would make messages unreadable. */
export const shortestHidden = 6

/**
 * Global, because every output hides secrets, even in code without access to the configuration. A former
 * secret stays hidden.
 */
const known = new Set<string>()
let pattern: RegExp | undefined

/** Adds secrets that no log, report or message may show. Those of fewer than 6 characters are omitted. */
export function rememberSecrets(secrets: readonly string[]): void {
  for (const secret of secrets.flatMap((one) => [one.trim(), one.replace(/\s+/g, '')]))
    if (secret.length >= shortestHidden && !hidden.includes(secret.toLowerCase())) known.add(secret)
  pattern = known.size === 0 ? undefined : patternOf([...known])
}

/** Forgets all secrets; for tests, which share a process. */
export function forgetSecrets(): void {
  known.clear()
  pattern = undefined
}

/** Hides known secrets: plain, in base64 such as of Basic credentials, or escaped for a URL, JSON or HTML. */
export function hideSecrets(text: string): string {
  return pattern === undefined ? text : text.replace(pattern, hidden)
}

/** Hides these secrets in all forms that `hideSecrets` finds. */
export function hideAll(text: string, secrets: readonly string[]): string {
  const long = secrets.filter((secret) => secret.length >= shortestHidden)
  return long.length === 0 ? text : text.replace(patternOf(long), hidden)
}

/** For text that must be kept unchanged or not at all, such as an ETag. */
export function unlessSecret(text: string | undefined): string | undefined {
  return text === undefined || hideSecrets(text) === text ? text : undefined
}

/**
 * `Bearer` and `Basic` with characters that a word does not contain: a digit, a sign or a capital inside.
 * This excludes `Basic authentication`.
 */
const credentials = /\b(Bearer|Basic) (?=[\w.~+/=-]*(?:\d|[~+/=_-]|\.\w|[a-z][A-Z]))[\w.~+/=-]{6,}/g

/**
 * Hides known secrets as `hideSecrets` does, and unknown credentials such as `redis://:pw@host` and `Bearer
 * abc`.
 */
export function hideCredentials(text: string): string {
  return hideSecrets(text)
    .replace(/(\w:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+@/g, `$1${hidden}@`)
    .replace(credentials, `$1 ${hidden}`)
}

/** A copy of a JSON value with hidden secrets. Field names are unchanged, and so are the values of the `kept` fields. */
export function hideSecretsIn<T>(value: T, kept?: readonly string[]): T
export function hideSecretsIn(value: unknown, kept: readonly string[] = []): unknown {
  if (typeof value === 'string') return hideSecrets(value)
  if (Array.isArray(value)) return value.map((each) => hideSecretsIn(each, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      kept.includes(name) ? member : hideSecretsIn(member, kept),
    ]),
  )
}

/** Hides secrets in the message and the stack of an error; returns the same object. */
export function hideSecretsOf(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? hideSecrets(error) : error
  for (const member of ['message', 'stack'] as const) {
    const value = hideCredentials(error[member] ?? '')
    // These fields of some platform errors can only be redefined, not assigned.
    if (value !== (error[member] ?? '')) Object.defineProperty(error, member, { value })
  }
  hideSecretsOf(error.cause)
  return error
}
