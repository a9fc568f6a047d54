/** Verbs that are about no single mirror. */
const withoutMirror: ReadonlySet<string> = new Set([
  'daemon',
  'mock',
  'demo',
  'completion',
  'complete',
  'help',
])

/** Whether a verb takes `--mirror`. */
export function takesMirror(verb: string): boolean {
  return !withoutMirror.has(verb)
}
