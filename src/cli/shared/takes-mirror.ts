/** Commands that do not belong to a single mirror. */
const withoutMirror: ReadonlySet<string> = new Set([
  'init',
  'daemon',
  'mock',
  'demo',
  'completion',
  'complete',
  'help',
])

export function takesMirror(command: string): boolean {
  return !withoutMirror.has(command)
}
