import { expect, test } from 'vitest'
import { mergeInner } from '../../../src/core/page/merge-units.ts'
import { linkList } from '../../../src/core/render/blocks.ts'

test('knows a replaced download by its document, though its address, size and the ones beside it change', () => {
  const download = (title: string, file: string, size: string) => ({
    url: `https://cms.example/${file}.pdf`,
    title,
    note: `German, PDF, ${size}`,
  })
  const before = linkList([
    download('Product data sheet', 'tape-data-de-11111111', '240 kB'),
    download('Safety data sheet', 'tape-safety-de-22222222', '240 kB'),
    download('Declaration of performance', 'tape-performance-de-33333333', '90 kB'),
  ])
  const after = linkList([
    download('Product data sheet', 'tape-data-de-44444444', '1.2 MB'),
    download('Safety data sheet', 'tape-safety-de-55555555', '240 kB'),
    download('Declaration of performance', 'tape-performance-de-33333333', '90 kB'),
  ])
  const current = before.replace('>Safety data sheet<', '>Safety: read this first<')
  const merged = mergeInner({ base: before, current, wanted: after }, 'keep')
  expect(merged.inner).toContain('tape-data-de-44444444.pdf">Product data sheet</a> (German, PDF, 1.2 MB)')
  expect(merged.inner).toContain('>Safety: read this first<')
  expect(merged.conflicts).toHaveLength(1)
  expect(merged.conflicts[0]?.ours).toContain('tape-safety-de-55555555')
})
