import { describe, expect, test } from 'vitest'
import { columns } from '../../../src/core/markup/containers.ts'
import { heading, joinBlocks, paragraph, textTable } from '../../../src/core/markup/blocks.ts'
import { jsonLdBlock } from '../../../src/core/markup/json-ld.ts'
import { sameFacts } from '../../../src/core/markup/visible-content.ts'
import { mergeInner } from '../../../src/core/merge/merge-units.ts'

const data = (price: string) =>
  jsonLdBlock({ '@context': 'https://schema.org', '@type': 'Product', description: 'Tape for roofs', price })
const page = (price: string, ...others: string[]) =>
  joinBlocks([
    paragraph('Tape for roofs.'),
    textTable([
      ['Price', price],
      ['Weight', '2 kg'],
    ]),
    ...others,
  ])
const [base, wanted] = [page('12.30', data('12.30')), page('13.10', data('13.10'))]

describe('a merge with data for search engines', () => {
  test('updates the data of a page whose paragraph an editor changed', () => {
    const current = base.replace('Tape for roofs.', 'Our best tape.')
    const merged = mergeInner({ base, current, wanted }, 'keep')
    expect(merged).toMatchObject({ kept: true, conflicts: [] })
    expect(merged.inner).toBe(wanted.replace('Tape for roofs.', 'Our best tape.'))
  })

  test.each(['keep', 'overwrite'] as const)('keeps deleted data away without a conflict (%s)', (how) => {
    const merged = mergeInner({ base, current: page('12.30'), wanted }, how)
    expect(merged).toMatchObject({ inner: page('13.10'), kept: true, conflicts: [] })
    const again = page('14.00', data('14.00'))
    expect(mergeInner({ base: merged.base, current: merged.inner, wanted: again }, how)).toMatchObject({
      inner: page('14.00'),
      conflicts: [],
    })
  })

  test('keeps deleted data away when the partner’s version has another layout', () => {
    const sides = (...blocks: string[]) => joinBlocks([columns([{ blocks }], 'mirror-hero')])
    const laidOut = joinBlocks([sides(page('13.10')), heading(2, 'More'), data('13.10')])
    const merged = mergeInner({ base, current: page('12.30'), wanted: laidOut }, 'keep')
    expect(merged.inner).not.toContain('ld+json')
    expect(merged.conflicts).toEqual([])
  })

  test.each(['wanted', 'changed'] as const)('writes deleted data again if edits give way (%s)', (how) => {
    expect(mergeInner({ base, current: page('12.30'), wanted }, how).inner).toContain(data('13.10'))
  })

  test('reports a conflict if an editor changed the data', () => {
    const current = page('12.30', data('11.00'))
    const merged = mergeInner({ base, current, wanted }, 'keep')
    expect(merged.inner).toBe(page('13.10', data('11.00')))
    expect(merged.conflicts).toEqual([{ base: data('12.30'), theirs: data('11.00'), ours: data('13.10') }])
    expect(mergeInner({ base, current, wanted }, 'overwrite').inner).toBe(wanted)
  })

  test('removes the data if the wanted version has none, and adds it if it is new', () => {
    const current = base.replace('Tape for roofs.', 'Our best tape.')
    const without = mergeInner({ base, current, wanted: page('13.10') }, 'keep')
    expect(without.inner).toBe(page('13.10').replace('Tape for roofs.', 'Our best tape.'))
    const added = mergeInner({ base: without.base, current: without.inner, wanted }, 'keep')
    expect(added.inner).toBe(wanted.replace('Tape for roofs.', 'Our best tape.'))
  })

  test('keeps an editor’s own data next to ours', () => {
    const own = jsonLdBlock({ '@context': 'https://schema.org', '@type': 'FAQPage' })
    const merged = mergeInner({ base, current: joinBlocks([base, own]), wanted }, 'keep')
    expect(merged.inner).toBe(joinBlocks([wanted, own]))
  })

  test('does not show hidden text, although the data repeats it', () => {
    const hide = (markup: string) =>
      markup.replace(
        '<!-- wp:paragraph -->\n<p>Tape for roofs.',
        '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} -->\n<p>Tape for roofs.',
      )
    const changed = wanted.replace('Tape for roofs.', 'Tape for roofs and walls.')
    const merged = mergeInner({ base, current: hide(base), wanted: changed }, 'keep')
    expect(merged.inner).toContain('{"metadata":{"blockVisibility":false}} -->\n<p>Tape for roofs and walls.')
    expect(merged.inner).toContain(data('13.10'))
    expect(merged.conflicts).toEqual([])
  })

  test('adds new data next to changed text that an editor hid', () => {
    const plain = page('12.30')
    const current = plain.replace('<figure class="wp-block-table"', '<figure class="wp-block-table hidden"')
    const merged = mergeInner({ base: plain, current, wanted }, 'keep')
    expect(merged.inner).toContain(data('13.10'))
    expect(sameFacts(merged.inner, wanted)).toBe(true)
  })
})
