import { patternOf } from './secret-forms.ts'

/** What replaces a secret. */
export const hidden = '[hidden]'

/** Shorter texts occur in ordinary words and numbers: hiding them would only make messages unreadable. */
export const shortestHidden = 6

/**
 * Secrets are known to the whole process, because every output hides them, also those of code that knows no
 * configuration. What was a secret once stays hidden.
 */
const known = new Set<string>()
let pattern: RegExp | undefined

/** Adds texts that no log, report or message may show. Those of fewer than 6 characters are left out. */
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

/** The text without known secrets: plain, in base64 such as of Basic credentials, or escaped for a URL, JSON or HTML. */
export function hideSecrets(text: string): string {
  return pattern === undefined ? text : text.replace(pattern, hidden)
}

/** The text without these secrets, in all forms in which `hideSecrets` finds them. */
export function hideAll(text: string, secrets: readonly string[]): string {
  const long = secrets.filter((secret) => secret.length >= shortestHidden)
  return long.length === 0 ? text : text.replace(patternOf(long), hidden)
}

/** A text that must be kept as it is or not at all, such as an ETag. */
export function unlessSecret(text: string | undefined): string | undefined {
  return text === undefined || hideSecrets(text) === text ? text : undefined
}

/** `Bearer` and `Basic` with what a word has not: a digit, a sign or a capital inside; `Basic authentication` is none. */
const credentials = /\b(Bearer|Basic) (?=[\w.~+/=-]*(?:\d|[~+/=_-]|\.\w|[a-z][A-Z]))[\w.~+/=-]{6,}/g

/** The text as `hideSecrets` returns it, also without credentials that nobody knows: `redis://:pw@host`, `Bearer abc`. */
export function hideCredentials(text: string): string {
  return hideSecrets(text)
    .replace(/(\w:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+@/g, `$1${hidden}@`)
    .replace(credentials, `$1 ${hidden}`)
}

/** A copy of a JSON value whose texts hide secrets. Names of members stay. */
export function hideSecretsIn<T>(value: T): T
export function hideSecretsIn(value: unknown): unknown {
  if (typeof value === 'string') return hideSecrets(value)
  if (Array.isArray(value)) return value.map((each) => hideSecretsIn(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hideSecretsIn(member)]))
}

/** Hides secrets in the message and the stack of an error, which stays the same object; returns it. */
export function hideSecretsOf(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? hideSecrets(error) : error
  for (const member of ['message', 'stack'] as const) {
    const value = hideCredentials(error[member] ?? '')
    // Of some errors of the platform these members can only be defined.
    if (value !== (error[member] ?? '')) Object.defineProperty(error, member, { value })
  }
  hideSecretsOf(error.cause)
  return error
}
