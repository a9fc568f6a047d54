import { toOneLine } from './one-line.ts'
import { hideCredentials } from './secrets.ts'

const longest = 300

/**
 * Prepares text from outside for our own sentences: without secrets, on one line, without control characters.
 * It is cut last, because a truncated secret would not be recognized.
 */
export function quote(text: string, most = longest): string {
  const line = toOneLine(hideCredentials(text)).trim()
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line
}
