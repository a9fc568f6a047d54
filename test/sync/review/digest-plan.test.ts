import { expect } from 'vitest'
import { digestPlan } from '../../../src/sync/review/digest-plan.ts'
import { summarizePlan } from '../../../src/sync/review/summarize-plan.ts'
import { productOf } from '../../helpers/content/records.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const language = 'de-de'
const wanted = { product: productOf(), digest: 'd' }

const test = withMirror({ gtins: 1 })

test('the digest of a plan is the one that earlier versions stored with it', async ({ mirror }) => {
  await mirror.plans.save('run', [
    { gtin: '1', language, kind: 'retire', pageId: 1, reason: 'absent at the partner' },
    { gtin: '2', language, kind: 'retire', pageId: 2, reason: 'left the catalogue' },
    { gtin: '3', language, kind: 'retire', pageId: 3, reason: 'language no longer mirrored' },
    { gtin: '4', language, kind: 'create', ...wanted, digest: 'd4' },
    { gtin: '5', language, kind: 'update', ...wanted, digest: 'd5', pageId: 5, fields: ['name'] },
    { gtin: '6', language, kind: 'restore', ...wanted, digest: 'd6', pageId: 6 },
    { gtin: '7', language, kind: 'revert', pageId: 7, undoes: 'run-0' },
  ])
  const deps = { ...mirror, renderer: { ...mirror.renderer, digest: 'template' } }
  const stored = 'jtt5OwOkZNflnzJvlzwn-JoRUnbsLytRDt1248qJaFI'
  expect(await digestPlan(deps, 'run')).toBe(stored)
  expect((await summarizePlan(deps, 'run')).planDigest).toBe(stored)
})
