import { toOneLine } from '../../lib/text/one-line.ts'

/** Invisible; keeps a chat from joining what stands before and behind it. */
const joiner = '\u2060'

const lookalikes: Readonly<Record<string, string>> = { '<': '‹', '>': '›' }

/**
 * A text from outside in a chat: on one line, and neither a command (`<!channel>`), nor a mention, nor a link, in any of
 * the chats that take `{"text": …}`. Characters are replaced, because only some of these chats decode entities.
 */
export function toChat(text: string): string {
  return toOneLine(text)
    .replace(/[<>]/g, (character) => lookalikes[character] ?? '')
    .replace(/[@＠](?=\S)|\](?=\()|:(?=\/\/)|(?<=\bwww)\./gi, `$&${joiner}`)
}
