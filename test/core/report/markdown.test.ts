import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bothVersions,
  diffFence,
  escapeMarkdown,
  markdownColumns,
  markdownHead,
  markdownRow,
  markdownSection,
} from '../../../src/core/report/markdown.ts'
import { activeCharacters, anyHostileText } from '../../helpers/content/hostile-texts.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { refusedFor, retireVerdict } from '../../helpers/sync/guards.ts'

test('no text of a diff can end its fence', () => {
  const text = 'one\r```\ntwo\r\n```'
  const fence = diffFence([{ title: 'field\n```', lines: [{ mark: '+', text }] }])
  expect(fence).toBe('```diff\n@@ field ``` @@\n+ one\n+ ```\n+ two\n+ ```\n```')
})

test('a diff without differences has no fence', () => {
  expect(diffFence([])).toBe('')
})

test('a diff marks lines before and after, and sets remarks apart', () => {
  const lines = [
    { mark: '-', text: 'old' },
    { mark: '+', text: 'new' },
    { mark: ' ', text: '2 lines more' },
  ] as const
  expect(diffFence([{ title: 'title', lines }])).toBe(
    '```diff\n@@ title @@\n- old\n+ new\n@@ 2 lines more @@\n```',
  )
})

test('a version without a value has no line', () => {
  expect(bothVersions({ before: 'a', after: 'b' })).toEqual([
    { mark: '-', text: 'a' },
    { mark: '+', text: 'b' },
  ])
  expect(bothVersions({ before: '', after: 'b' })).toEqual([{ mark: '+', text: 'b' }])
})

test('the head of a waiting plan quotes why it waits', () => {
  const run = runOf('7', {
    state: 'held',
    planned: { create: 0, update: 0, restore: 0, retire: 9 },
    refusal: refusedFor('It moved.'),
    guards: [retireVerdict(9, 10)],
  })
  expect(markdownHead(run, undefined).split('\n\n')).toEqual([
    '# Run 7',
    'Run 7 has been held since 2026-11-20 04:00 UTC: 9 retirements. Nothing has been written. 0 to create, 0 to update, 0 to restore, 9 to retire; 0 unchanged, 0 failed.',
    '> Approval refused: It moved.',
    '> Held: Would retire 9 of 10 pages (90.0 %, limit 5 pages or 5.0 %). Check that the catalogue and the language list are complete.\n',
  ])
})

test('a section has its title, facts, differences, items and code in this order, and leaves out what is empty', () => {
  const diffs = [{ title: 'price', lines: [{ mark: '+', text: '1' }] }] as const
  expect(markdownSection({ title: 'a_b', facts: ['*c*', ''], diffs, items: ['- d'], code: ['e_f'] })).toBe(
    '\n## a\\_b\n\n\\*c\\*  \n\n```diff\n@@ price @@\n+ 1\n```\n\n- \\- d\n\n    e_f\n',
  )
  expect(markdownSection({ title: 'a' })).toBe('\n## a\n')
  expect(markdownSection({ code: ['a'] })).toBe('\n    a\n')
})

test('no cell of a table can add another one', () => {
  expect(markdownColumns(['a', 'b'])).toBe('| a | b |\n|---|---|\n')
  expect(markdownRow(['a|b', 'c\nd'])).toBe('| a\\|b | c d |\n')
})

test('escaped text stays on one line and has no markup', () => {
  expect(escapeMarkdown('a_b\n\u202e[c](d) | `e`')).toBe('a\\_b \\[c\\](d) \\| \\`e\\`')
})

/** Markup of CommonMark or GitHub in a text whose escaped characters are dots. */
const markup = /[\\`*_[\]<>#|!~&$]|^ *(?:[-+=]|\d{1,9}[.)])|:\/\/|\bwww\.|(?<![\p{L}\p{N}_])@[\p{L}\p{N}_]/iu

test('no escaped text has markup, a link or a mention, in any place', () => {
  fc.assert(
    fc.property(anyHostileText(), (text) => {
      const shown = escapeMarkdown(text)
      expect(shown).not.toMatch(activeCharacters)
      expect(shown).not.toContain('\n')
      expect(shown.replaceAll(/\\[!-/:-@[-`{-~]/g, '•')).not.toMatch(markup)
    }),
  )
})

test('an escaped sentence reads as before', () => {
  expect(escapeMarkdown('length 12.5 → 3.5 (info@partner.example), 3 of 5')).toBe(
    'length 12.5 → 3.5 (info@partner.example), 3 of 5',
  )
  expect(escapeMarkdown('1. first')).toBe('1\\. first')
  expect(escapeMarkdown('see https://x.example, @team')).toBe('see https\\://x.example, @\u2060team')
})

test('every line of a fence starts with its mark and has no control character', () => {
  fc.assert(
    fc.property(anyHostileText(), anyHostileText(), (title, text) => {
      const fence = diffFence([
        {
          title,
          lines: [
            { mark: '+', text },
            { mark: ' ', text },
          ],
        },
      ])
      const [open, ...lines] = fence.split('\n')
      expect([open, lines.pop()]).toEqual(['```diff', '```'])
      for (const line of lines) expect(line).toMatch(/^(?:\+ |@@ )/)
      expect(fence).not.toMatch(activeCharacters)
    }),
  )
})
