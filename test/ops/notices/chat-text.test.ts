import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toChat } from '../../../src/ops/notices/chat-text.ts'
import { activeCharacters, anyHostileText } from '../../helpers/content/hostile-texts.ts'

test('no text mentions a user, contains a link or starts a line in a chat', () => {
  fc.assert(
    fc.property(anyHostileText(), (text) => {
      const shown = toChat(text)
      expect(shown).not.toMatch(activeCharacters)
      expect(shown).not.toMatch(/[<>\n]|@\S(?<!\u2060)|:\/\/|\bwww\.\w|\]\(/i)
    }),
  )
})

test('ordinary sentences are unchanged', () => {
  const text =
    'Run 2026-11-20-1 finished; 3 of 12,345 records failed [de-de]: 2 × “ca. 5” & more (see above).'
  expect(toChat(text)).toBe(text)
})
