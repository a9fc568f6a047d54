import { toOneLine } from '../../lib/text/one-line.ts'

/** Invisible; keeps a chat from joining the text before and after it. */
const joiner = '\u2060'

const lookalikes: Readonly<Record<string, string>> = { '<': '‹', '>': '›' }

/**
 * Makes text from outside safe for a chat: one line without a command (`<!channel>`), a mention or a link, in
 * any chat that accepts `{"text": …}`. Characters are replaced, because only some of these chats decode
 * entities.
 */
export function toChat(text: string): string {
  return toOneLine(text)
    .replace(/[<>]/g, (character) => lookalikes[character] ?? '')
    .replace(/[@＠](?=\S)|\](?=\()|:(?=\/\/)|(?<=\bwww)\./gi, `$&${joiner}`)
}
