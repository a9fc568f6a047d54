import { describe, expect, test } from 'vitest'
import { joinBlocks, paragraph } from '../../../src/core/markup/blocks.ts'
import { columns } from '../../../src/core/markup/containers.ts'
import { documentCards } from '../../../src/core/markup/page-parts.ts'
import { unwrapBlocks } from '../../../src/core/markup/unwrap-blocks.ts'

const text = paragraph('Dichtet Fugen.')
const cards = documentCards([{ url: 'https://cms.example/a.pdf', title: 'Datenblatt', note: 'PDF' }])
const editors = columns([{ blocks: text }, { blocks: paragraph('Neu.') }])

describe('without an editor’s containers', () => {
  test('a container with separate text stays', () => {
    const own =
      '<!-- wp:group -->\n<div class="wp-block-group">Neu. <!-- wp:spacer /--></div>\n<!-- /wp:group -->'
    expect(unwrapBlocks(own, text)).toBe(own)
  })

  test('our own containers stay, even if the partner’s version has none', () => {
    const ours = joinBlocks([text, cards])
    expect(unwrapBlocks(ours, text)).toBe(ours)
  })

  test('an editor’s columns go with all their columns, even if we have columns elsewhere', () => {
    const shown = unwrapBlocks(joinBlocks([editors, cards]), joinBlocks([text, cards]))
    expect(shown).not.toContain('wp-block-columns">')
    expect(shown.match(/<!-- wp:column /g)).toHaveLength(1)
    expect(shown).toContain('Neu.')
    expect(shown).toContain(cards)
  })

  test('an editor’s columns inside ours go as well', () => {
    const nested = columns([{ blocks: editors }], 'mirror-hero')
    const plain = columns([{ blocks: text }], 'mirror-hero')
    expect(unwrapBlocks(nested, plain).match(/<!-- wp:columns? /g)).toHaveLength(2)
  })

  test('a group that the partner’s version has stays', () => {
    const group = `<!-- wp:group -->\n<div class="wp-block-group">${text}</div>\n<!-- /wp:group -->`
    expect(unwrapBlocks(group, group)).toBe(group)
    expect(unwrapBlocks(group, text)).not.toContain('wp:group')
  })
})
