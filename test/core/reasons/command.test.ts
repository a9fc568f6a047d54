import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adviceText, commandClause, commandText, objectionText } from '../../../src/core/reasons/command.ts'

test.each([
  [['approve', '2026-11-20-3'], undefined, 'product-mirror approve 2026-11-20-3'],
  [['verify', '--repair'], 'shop', 'product-mirror verify --mirror shop --repair'],
  [['status'], 'shop', 'product-mirror status --mirror shop'],
  [['daemon'], 'shop', 'product-mirror daemon'],
  [
    ['resolve', '4026639012345', 'de-de', 'hold', '--reason', 'new photo'],
    undefined,
    "product-mirror resolve 4026639012345 de-de hold --reason 'new photo'",
  ],
])('the command %j for mirror %s is shown as text', (argv, mirror, text) => {
  expect(commandText({ argv }, mirror)).toBe(text)
})

test('a command is shown after the words before it', () => {
  const command = { lead: 'To discard it', argv: ['cancel', '7'] }
  expect(commandClause(command, undefined)).toBe('To discard it: product-mirror cancel 7')
  expect(commandClause(command, 'shop')).toBe('To discard it: product-mirror cancel --mirror shop 7')
})

test('a sentence is shown with the command that helps, if there is one', () => {
  const advice = { text: '3 records failed', argv: ['status', '--failing'] }
  expect(adviceText(advice, undefined)).toBe('3 records failed: product-mirror status --failing')
  expect(adviceText(advice, 'shop')).toBe('3 records failed: product-mirror status --mirror shop --failing')
  expect(adviceText({ text: '3 records failed' }, undefined)).toBe('3 records failed')
})

test('an objection is shown with the command that helps, if there is one', () => {
  const objection = { reason: 'Run 7 does not exist.', command: { lead: 'See', argv: ['status'] } }
  expect(objectionText(objection, undefined)).toBe('Run 7 does not exist. See: product-mirror status')
  expect(objectionText({ reason: 'Run 7 is active.' }, undefined)).toBe('Run 7 is active.')
})

test('a shell splits the text of a command into its arguments', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("it's", '$HOME', '`id`', 'a\nb', '', '*', '--x=1', '“é”'),
  )
  const argv = fc.array(
    word.map((text) => text.replaceAll('\0', '').toWellFormed()),
    { maxLength: 4 },
  )
  const lists = fc.sample(argv, { numRuns: 60, seed: 7 })
  const script = lists
    .map((rest) => commandText({ argv: ['sync', ...rest] }, undefined).replace('product-mirror', 'show'))
    .join('\n')
  const shell = `show() { printf '%s\\0' "$#" "$@"; }\n${script}\n`
  const words = execFileSync('sh', ['-c', shell]).toString().split('\0').slice(0, -1)
  expect(words).toEqual(lists.flatMap((rest) => [String(rest.length + 1), 'sync', ...rest]))
})
