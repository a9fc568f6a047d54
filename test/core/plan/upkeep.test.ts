import { expect, test } from 'vitest'
import { linkedLanguages } from '../../../src/core/page/links.ts'
import { arrivedAsset, changedFile, movedFile } from '../../../src/core/plan/decide.ts'
import { isHarmless, isOfLastVersion, isUpkeep } from '../../../src/core/plan/upkeep.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import { key, productOf } from '../../helpers/content/records.ts'

const product = productOf()
const wanted = { ...key, product, digest: digestOf(product) }
const update = { ...wanted, kind: 'update', pageId: 1 } as const

test('an update for links and files alone is upkeep, and no other write is', () => {
  expect(isUpkeep({ ...update, fields: [linkedLanguages, changedFile] })).toBe(true)
  expect(isUpkeep({ ...update, fields: [linkedLanguages, 'price'] })).toBe(false)
  expect(isUpkeep({ ...wanted, kind: 'create' })).toBe(false)
})

test('an update only for arrived or moved files and links is harmless; a changed file, a price or a new page is not', () => {
  expect(isHarmless({ ...update, fields: [arrivedAsset, movedFile, linkedLanguages] })).toBe(true)
  expect(isHarmless({ ...update, fields: [arrivedAsset, changedFile] })).toBe(false)
  expect(isHarmless({ ...update, fields: [linkedLanguages, 'price'] })).toBe(false)
  expect(isHarmless({ ...wanted, kind: 'create' })).toBe(false)
})

test('an update only for links, files and the block is of our last version: the partner may not have the product', () => {
  expect(isOfLastVersion({ ...update, fields: [linkedLanguages, changedFile] })).toBe(true)
  expect(isOfLastVersion({ ...update, fields: [linkedLanguages, 'price'] })).toBe(false)
  expect(isOfLastVersion({ ...update, fields: [arrivedAsset] })).toBe(false)
  expect(isOfLastVersion({ ...update, fields: [] })).toBe(false)
  expect(isOfLastVersion({ ...wanted, kind: 'create' })).toBe(false)
})
