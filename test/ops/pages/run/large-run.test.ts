import { expect } from 'vitest'
import { gtinCheckDigit } from '../../../../src/contracts/gtin.ts'
import type { Outcome } from '../../../../src/core/run/change.ts'
import { fewRecords } from '../../../../src/sync/runs/run-index/index-run.ts'
import { withOps } from '../../../helpers/ops.ts'
import { aRun } from '../../start-ops.ts'

const outcomes = Array.from({ length: fewRecords + 50 }, (_, index): Outcome => {
  const head = String(402663900000 + index)
  return {
    gtin: head + gtinCheckDigit(head),
    language: 'de',
    result: index % 10 === 0 ? 'failed' : 'updated',
  }
})

const test = withOps()

test('the page of a large active run shows the time of its list, and the current list once it has ended', async ({
  ops,
  app,
}) => {
  const { id } = aRun()
  const read = async (query = '') => (await app.inject(`/runs/${id}${query}`)).body
  await ops.runs.begin(aRun({ state: 'writing' }))
  await ops.runs.saveOutcomes(id, outcomes.slice(1))
  const first = await read()
  expect(first).toContain('all 2,049</a>')
  expect(first).not.toContain('These records are as of')
  await ops.runs.saveOutcomes(id, outcomes.slice(0, 1))
  const late = await read()
  expect(late).toContain('all 2,049</a>')
  expect(late).toContain('These records are as of')
  await ops.runs.update(id, { state: 'partial' })
  const ended = await read()
  expect(ended).toContain('all 2,050</a>')
  expect(ended).toContain('>failed 205</a>')
  expect(ended).not.toContain('These records are as of')
  expect(await read('?what=failed&page=9')).toContain('Records 201 to 205 of 205')
})

test('a product with many changed fields has a line for some, and the number of others', async ({
  ops,
  app,
}) => {
  const id = '2026-11-20-9'
  const fields = Array.from({ length: 100 }, (_, index) => `field_${index}`)
  await ops.saveRun(aRun({ id }))
  await ops.runs.saveOutcomes(id, [{ gtin: '4006381333931', language: 'de', result: 'updated', fields }])
  const { body } = await app.inject(`/runs/${id}`)
  expect(body).toContain('and 25 more')
  expect(body).toContain('Some values are omitted here.')
})
