import { expect } from 'vitest'
import { key } from '../../helpers/content/records.ts'
import { withOps } from '../../helpers/ops.ts'
import { aHeldRun, aRun } from '../start-ops.ts'

const test = withOps()

const at = '2026-11-20T04:00:00.000Z'

test('the overview of a healthy mirror counts the records that are held or undone', async ({ ops, app }) => {
  await ops.saveRun(aRun())
  await ops.deps.decisions.save([
    { key, value: { at, by: 'olive', kind: 'hold', reason: '' } },
    {
      key: { ...key, language: 'fr-fr' },
      value: { at, by: 'undo', kind: 'skip', digest: 'd', reason: 'undone' },
    },
    { key: { ...key, language: 'it-it' }, value: { at, by: 'olive', kind: 'accept', digest: 'd' } },
  ])
  const { body } = await app.inject('/')
  expect(body).toContain('2 records are held or undone')
  expect(body).toContain('href="/coverage?state=held"')
})

test('an approved run shows why it had been held, when it was approved, and how long it waited', async ({
  ops,
  app,
}) => {
  const { guards } = aHeldRun()
  const approved = aRun({
    id: '2026-11-20-9',
    guards,
    approved: true,
    approvedAt: at,
    waitedMs: 5 * 3_600_000,
  })
  await ops.saveRun(approved)
  const { body } = await app.inject('/runs/2026-11-20-9')
  expect(body).toContain('Guard: The plan was to ')
  expect(body.replace(/<[^>]*>/g, '')).toContain('2026-11-20 04:00 UTC, after waiting for 5 h')
  expect(body).not.toContain('product-mirror approve')
})
