import { describe, expect, test } from 'vitest'
import { lruMemoize } from '../../../src/core/text/lru-memoize.ts'

function counted(maxChars: number) {
  const asked: string[] = []
  const shout = lruMemoize((text) => {
    asked.push(text)
    return text.toUpperCase()
  }, maxChars)
  return { asked, shout }
}

describe('remembering results', () => {
  test('a text is processed once', () => {
    const { asked, shout } = counted(100)
    expect([shout('a'), shout('b'), shout('a')]).toEqual(['A', 'B', 'A'])
    expect(asked).toEqual(['a', 'b'])
  })

  test('the text that was not used for longest is forgotten first', () => {
    const { asked, shout } = counted(8)
    for (const text of ['aa', 'bb', 'aa', 'cc', 'aa', 'bb']) shout(text)
    expect(asked).toEqual(['aa', 'bb', 'cc', 'bb'])
  })

  test('a text larger than the whole memory is processed every time', () => {
    const { asked, shout } = counted(3)
    expect([shout('abc'), shout('abc')]).toEqual(['ABC', 'ABC'])
    expect(asked).toEqual(['abc', 'abc'])
  })
})
