import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  forgetSecrets,
  hideAll,
  hideSecrets,
  hideSecretsIn,
  hideSecretsOf,
  rememberSecrets,
  unlessSecret,
} from '../../../src/lib/text/secrets.ts'
import { anyText } from '../../helpers/content/hostile-texts.ts'

afterEach(forgetSecrets)

const secret = 'a/B+c&"d" é=9'

describe('a secret is hidden', () => {
  test.each([
    ['as it is', secret],
    ['in other case', secret.toLowerCase()],
    ['without its blanks', secret.replaceAll(' ', '')],
    ['in a URL', encodeURIComponent(secret)],
    ['in a URL with small digits', encodeURIComponent(secret).toLowerCase()],
    ['in a URL, escaped in part', encodeURI(secret)],
    ['in a URL that is part of a URL', encodeURIComponent(encodeURIComponent(secret))],
    ['in a form', new URLSearchParams({ q: secret }).toString()],
    ['in JSON', JSON.stringify(secret)],
    ['in JSON of ASCII alone', 'a\\/B+c\\u0026\\"d\\" \\u00e9=9'],
    ['in HTML', 'a/B+c&amp;&quot;d&quot; é=9'],
    ['in HTML with numbers', 'a&#47;B&#x2B;c&#38;&#34;d&#34; &#233;=9'],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in Basic credentials', Buffer.from(`admin:${secret}`).toString('base64')],
    ['in base64 at another place', Buffer.from(`xy${secret}zz`).toString('base64')],
    ['in base64 for URLs', Buffer.from(`x${secret}`).toString('base64url')],
  ])('%s', (_, text) => {
    rememberSecrets([secret])
    const shown = hideSecrets(`before ${text} after`)
    expect(shown).toMatch(/^before .*\[hidden\].* after$/)
    expect(shown).not.toMatch(/B\+c|b\+c|%2b/i)
  })

  test('at any position inside base64', () => {
    rememberSecrets(['topsecret-value'])
    fc.assert(
      fc.property(anyText(10), anyText(10), (before, after) => {
        const text = Buffer.from(`${before}topsecret-value${after}`).toString('base64')
        expect(hideSecrets(text)).toContain('[hidden]')
      }),
    )
  })

  test('in any text of a value, whose fields keep their names', () => {
    rememberSecrets(['reason', 'topsecret'])
    expect(hideSecretsIn({ reason: ['my topsecret'], count: 1, none: null })).toEqual({
      reason: ['my [hidden]'],
      count: 1,
      none: null,
    })
  })

  test('in the message, the stack and the causes of an error', () => {
    rememberSecrets(['topsecret'])
    const cause = new DOMException('topsecret was late', 'TimeoutError')
    const error = new Error('failed with topsecret', { cause })
    expect(hideSecretsOf(error)).toBe(error)
    expect(`${error.message} ${error.stack} ${cause.message}`).not.toContain('topsecret')
  })
})

test('any secret is hidden in any text, and the rest of the text stays', () => {
  const words = anyText(40, 6)
  fc.assert(
    fc.property(words, fc.string(), (drawn, around) => {
      forgetSecrets()
      rememberSecrets([drawn])
      const known = drawn.trim()
      if (known.length < 6) return
      const shown = hideSecrets(`${around} ${known} ${around}`)
      expect(shown).not.toContain(known)
      expect(hideSecrets(shown)).toBe(shown)
    }),
  )
})

test('strings of fewer than six characters do not count as secrets, and neither does the mask', () => {
  rememberSecrets(['demo', '', 'hidden', '  12345 '])
  expect(hideSecrets('a demo of hidden 12345')).toBe('a demo of hidden 12345')
})

test('an ETag that quotes a secret is dropped', () => {
  rememberSecrets(['topsecret'])
  expect([unlessSecret('"topsecret"'), unlessSecret('"v1"'), unlessSecret(undefined)]).toEqual([
    undefined,
    '"v1"',
    undefined,
  ])
})

test('the cost of a long text is proportional to its length', () => {
  rememberSecrets([secret, 'a'.repeat(40), `${'a'.repeat(39)}b`])
  const costOf = (length: number): number => {
    const text = 'a'.repeat(length)
    const costs = [1, 2, 3].map(() => {
      const before = process.cpuUsage()
      hideSecrets(text)
      const { user, system } = process.cpuUsage(before)
      return user + system
    })
    return Math.max(200, Math.min(...costs))
  }
  costOf(10_000)
  expect(costOf(1_000_000) / costOf(100_000)).toBeLessThan(40)
})

test('secrets that are passed with the text are hidden in all forms; short ones stay', () => {
  const text = 'sig=abc%2Bdef/1 abc+def/1 GET'
  expect(hideAll(text, ['abc+def/1', 'GET'])).toBe('sig=[hidden] [hidden] GET')
  expect(hideAll(text, ['GET'])).toBe(text)
})
