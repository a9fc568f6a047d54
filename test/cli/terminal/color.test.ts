import fc from 'fast-check'
import { PassThrough } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { createPaint, toTerminal } from '../../../src/cli/terminal/color.ts'
import { drawLine, print, toText } from '../../../src/cli/terminal/print.ts'
import { forgetSecrets, rememberSecrets } from '../../../src/lib/text/secrets.ts'
import { activeCharacters, anyHostileText } from '../../helpers/content/hostile-texts.ts'

afterEach(forgetSecrets)

/** A terminal with colours that stores its output. */
function screenOf() {
  const stream = Object.assign(new PassThrough(), {
    isTTY: true,
    columns: 60,
    hasColors: () => true,
    getColorDepth: () => 8,
  })
  return { stream, shown: () => String(stream.read() ?? '') }
}

test('no text of a record affects a terminal, including its own colours', () => {
  fc.assert(
    fc.property(anyHostileText(), (text) => {
      expect(toTerminal(text)).not.toMatch(activeCharacters)
      expect(toText(`${text}\n`)).not.toMatch(activeCharacters)
    }),
  )
})

test('only our own colours reach the screen', () => {
  const { stream, shown } = screenOf()
  const paint = createPaint(stream)
  fc.assert(
    fc.property(anyHostileText(), anyHostileText(), (painted, plain) => {
      print([paint('red', painted) + plain, `${plain} ${paint('bold', painted)}`], stream)
      const screen = shown()
      expect(screen.replaceAll(/\u001b\[(?:31|39|1|22)m/g, '')).not.toMatch(activeCharacters)
      expect(screen.match(/\u001b/g)).toHaveLength(4)
    }),
  )
})

test('a drawn line is one line', () => {
  const { stream, shown } = screenOf()
  drawLine('reading\nforged', stream)
  expect(shown()).toBe('\r\u001b[Jreading forged\r')
})

test('secrets are hidden on a terminal', () => {
  rememberSecrets(['topsecret'])
  expect(toTerminal('my topsecret')).toBe('my [hidden]')
})
