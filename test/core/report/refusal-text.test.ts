import { expect, test } from 'vitest'
import { nextCommand, planCommands } from '../../../src/core/run/plan-commands.ts'
import { refusalText } from '../../../src/core/report/refusal-text.ts'
import type { Refusal } from '../../../src/core/reasons/refusal.ts'

const none = { count: 0, shown: [] }
const unchanged = { code: 'changed', planned: 40, partner: none, catalog: none, cms: none } as const
const again = ['approve', '7']

test.each<[Refusal, text: string, argv: string[]]>([
  [
    { ...unchanged, partner: { count: 2, shown: ['1/de', '2/de'] }, cms: { count: 1, shown: ['3/de'] } },
    'Since this plan was made, the partner changed 2 of the 40 planned records (1/de, 2/de), and 1 page was changed in the CMS (3/de). Nothing was written. Make a new plan: product-mirror sync',
    ['sync'],
  ],
  [
    { ...unchanged, cms: { count: 21, shown: ['1/de', '2/de'] } },
    'Since this plan was made, 21 pages were changed in the CMS (1/de, 2/de, …). Nothing was written. Make a new plan: product-mirror sync',
    ['sync'],
  ],
  [
    { ...unchanged, catalog: { count: 1, shown: ['1/de'] } },
    'Since this plan was made, 1 of the 40 planned records is listed again (1/de). Nothing was written. Make a new plan: product-mirror sync',
    ['sync'],
  ],
  [
    { ...unchanged, catalog: { count: 2, shown: ['1/de', '2/de'] } },
    'Since this plan was made, 2 of the 40 planned records are listed again (1/de, 2/de). Nothing was written. Make a new plan: product-mirror sync',
    ['sync'],
  ],
  [
    { code: 'unchecked', planned: 40, count: 40 },
    'The partner sent no usable response for 40 of the 40 planned records. Nothing was written. Try again later: product-mirror approve 7',
    again,
  ],
  [
    { code: 'unchecked', planned: 40, count: 21, detail: 'HTTP 500' },
    'The partner sent no usable response for 21 of the 40 planned records (HTTP 500). Nothing was written. Try again later: product-mirror approve 7',
    again,
  ],
  [
    { code: 'check-failed', detail: 'The CMS does not answer.' },
    'The plan could not be checked: The CMS does not answer. Nothing was written. Once fixed, run: product-mirror approve 7',
    again,
  ],
  [
    { code: 'other-plan' },
    'The plan, the template or the labels changed since the plan was held. Nothing was written. Make a new plan: product-mirror sync',
    ['sync'],
  ],
  [
    { code: 'empty-part' },
    'Nothing of this part can be written alone: its pages only link to pages that appear or disappear in another part. Nothing was written.',
    ['sync'],
  ],
  [{ code: 'text', text: 'It moved.', next: 'plan' }, 'It moved.', ['sync']],
  [{ code: 'text', text: 'No answer.', next: 'approve' }, 'No answer.', again],
])('the refusal %j is a sentence with the command that follows', (refusal, text, argv) => {
  const run = { id: '7', kind: 'sync', refusal } as const
  expect(refusalText(refusal, run, undefined)).toBe(text)
  expect(nextCommand(run).argv).toEqual(argv)
})

test('a refused repair recommends another repair', () => {
  const run = { id: '7', kind: 'verify', refusal: { code: 'other-plan' } } as const
  expect(refusalText(run.refusal, run, undefined)).toMatch(
    / Make a new plan: product-mirror verify --repair$/,
  )
})

test('the wait of a plan ends by approving or cancelling its run', () => {
  const { approve, cancel } = planCommands({ id: '7' })
  expect(approve).toEqual({ lead: 'If this is wanted', argv: ['approve', '7'] })
  expect(cancel).toEqual({ lead: 'To discard it', argv: ['cancel', '7'] })
  expect(nextCommand({ id: '7', kind: 'sync', refusal: null })).toEqual(approve)
})
