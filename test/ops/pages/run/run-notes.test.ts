import { expect } from 'vitest'
import { withOps } from '../../../helpers/ops.ts'
import { aRun } from '../../start-ops.ts'

const run = aRun({
  state: 'failed',
  failure: { cause: 'partner', message: 'the partner returned 503' },
  notes: [
    { code: 'catalog', detail: 'row 7 has no GTIN' },
    { code: 'known-conflicts', count: 1 },
  ],
})

const it = withOps(async (ops) => {
  await ops.saveRun(run)
  return undefined
})

it('notes and the failure are sentences, and no full stop follows a command', async ({ app }) => {
  const { body } = await app.inject({ url: `/runs/${run.id}`, headers: { accept: 'text/html' } })
  expect([...body.matchAll(/<li>([A-Z1][^<]*)<\/li>/g)].map(([, note]) => note)).toEqual([
    'Catalogue: row 7 has no GTIN.',
    '1 finding is a known conflict of editor and partner. To decide: product-mirror decisions',
  ])
  expect(body).toContain('<p>The partner returned 503.</p>')
})
