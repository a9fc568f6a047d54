import { toOneLine } from './one-line.ts'
import { hideSecrets } from './secrets.ts'

/** A message for a terminal, each line without secrets and control characters and with a line break. */
export function toPlainLines(message: string): string {
  return message
    .split('\n')
    .map((line) => `${hideSecrets(toOneLine(line))}\n`)
    .join('')
}
