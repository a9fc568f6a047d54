import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { setVariables } from '../../config/env-text.ts'

describe('setting variables in the text of an env file', () => {
  it('starts a new file with a comment, and ends it with a line break', () => {
    expect(setVariables('', { A: '1', B: '2' })).toMatch(/^# .*\nA=1\nB=2\n$/)
  })

  it('keeps other lines, comments and the order', () => {
    const text = '# Partner\nexport A=old # the first\n\nB="x y"\n  A = older'
    expect(setVariables(text, { A: 'new' })).toBe('# Partner\nexport A=old # the first\n\nB="x y"\n  A=new\n')
    expect(setVariables('A="a # b" # note\n', { A: 'c' })).toBe('A=c # note\n')
    expect(setVariables('export A=\n', { A: 'c' })).toBe('export A=c\n')
  })

  it('places a new variable below its commented line', () => {
    expect(setVariables('# A=1\nB=2\n', { A: '3' })).toBe('# A=1\nA=3\nB=2\n')
  })

  it('keeps the line ends of Windows', () => {
    expect(setVariables('A=1\r\nB=2\r\n', { B: '3', C: '4' })).toBe('A=1\r\nB=3\r\nC=4\r\n')
  })

  it('is unchanged by a second time', () => {
    const once = setVariables('A=1\n', { B: 'x y', A: "it's" })
    expect(setVariables(once, { B: 'x y', A: "it's" })).toBe(once)
  })

  it.each([
    'a#b',
    ' a ',
    '$HOME',
    String.raw`a\nb`,
    `it's`,
    `"a"`,
    '`a`',
    `"it's"`,
    'https://site.example/?rest_route=',
    'ä€',
    '',
    '#',
  ])('writes a value that is read back as it is: %j', (value) => {
    expect(parseEnv(setVariables('Z=1\n', { A: value }))).toEqual({ Z: '1', A: value })
  })

  it('names the variable whose value does not fit into the file', () => {
    expect(() => setVariables('', { A: `'"\`` })).toThrow(/^A contains all three kinds of quotes/)
    expect(() => setVariables('', { A: 'one\ntwo' })).toThrow(/^A has a line break/)
  })

  it('refuses a text that would lose a value', () => {
    expect(() => setVariables('A="one\nB=two"\n', { B: '3' })).toThrow(/Edit it by hand/)
  })
})
