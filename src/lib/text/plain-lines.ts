import { toOneLine } from './one-line.ts'
import { hideSecrets } from './secrets.ts'

/** A message for a terminal, without secrets and control characters; each line ends with a line break. */
export function toPlainLines(message: string): string {
  return message
    .split('\n')
    .map((line) => `${hideSecrets(toOneLine(line))}\n`)
    .join('')
}
