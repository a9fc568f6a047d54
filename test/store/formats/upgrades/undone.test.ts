import { expect, test } from 'vitest'
import { decisionShape } from '../../../../src/store/formats/shapes/decisions.ts'
import { changeShape, outcomeShape } from '../../../../src/store/formats/shapes/plan.ts'
import { bodyShape } from '../../../../src/store/formats/shapes/snapshot.ts'
import { replacedShape } from '../../../../src/store/formats/shapes/writes.ts'
import { key, productOf, textsOf } from '../../../helpers/content/records.ts'

const at = '2026-11-20T04:00:00.000Z'
const undone = { runId: '3', at, digest: 'd', product: { price: '3' }, texts: { title: 'Alt' } }

const values = [
  {
    shape: bodyShape,
    before: { product: productOf(), base: textsOf(), runId: '1', writtenAt: at },
    more: { undone },
  },
  { shape: replacedShape, before: { did: 'updated' }, more: { undone } },
  {
    shape: changeShape,
    before: { ...key, kind: 'update', product: productOf(), digest: 'd', pageId: 4, fields: ['price'] },
    more: { undone: { price: '3' } },
  },
  {
    shape: decisionShape,
    before: { kind: 'skip', at, by: 'undo', digest: 'd', reason: 'undone with run 3' },
    more: { fields: ['price'] },
  },
  {
    shape: outcomeShape,
    before: { ...key, result: 'held', reasons: [{ code: 'skipped', at, note: 'undone with run 3' }] },
    more: { reasons: [{ code: 'skipped', at, note: 'undone with run 3', fields: ['price'] }] },
  },
]

test.each(values)(
  'a stored $shape.name without undone values is read as it was',
  ({ shape, before, more }) => {
    const read = (value: object, v: number): unknown =>
      shape.decode(JSON.stringify({ v, ...value }), { key: 'k' })
    expect(read(before, shape.version - 1)).toEqual(before)
    expect(read({ ...before, ...more }, shape.version)).toEqual({ ...before, ...more })
    expect(() => read(before, shape.version + 1)).toThrow('newer')
  },
)
