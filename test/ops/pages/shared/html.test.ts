import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { afterEach, expect, test } from 'vitest'
import { forgetSecrets, rememberSecrets } from '../../../../src/lib/text/secrets.ts'
import { toHtml } from '../../../../src/ops/pages/shared/html.ts'
import { anyHostileText } from '../../../helpers/content/hostile-texts.ts'

afterEach(forgetSecrets)

test('any text stays text in an element and in a quoted attribute', () => {
  fc.assert(
    fc.property(anyHostileText(), (text) => {
      const tags: string[] = []
      const parser = new Parser({
        onopentag: (name, attributes) => tags.push(name, ...Object.keys(attributes)),
      })
      parser.end(`<p title="${toHtml(text)}" lang='${toHtml(text)}'>${toHtml(text)}</p>`)
      expect(tags).toEqual(['p', 'title', 'lang'])
      expect(toHtml(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
    }),
  )
})

test('a secret is hidden before it is escaped', () => {
  rememberSecrets(['top<secret>'])
  expect(toHtml('my top<secret>')).toBe('my [hidden]')
})
