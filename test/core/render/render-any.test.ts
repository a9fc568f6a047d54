import { parse } from '@wordpress/block-serialization-default-parser'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { findBlock, innerOf } from '../../../src/core/markup/find-block.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { samplePages } from '../../../src/core/render/template/sample.ts'
import { anyProduct, mediaAt } from '../../helpers/content/arbitraries.ts'

const renderer = createRenderer(await readTemplates())

function namesOf(blocks: ReturnType<typeof parse>): string[] {
  return blocks.flatMap(({ blockName, innerBlocks }) => [blockName ?? '', ...namesOf(innerBlocks)])
}

describe('the mirrored block of any product, hostile ones included', () => {
  const blockNames = new Set(
    ['paragraph', 'heading', 'list', 'list-item', 'table', 'html'].map((name) => `core/${name}`),
  )
  const attributeNames = new Set('class href src alt scope data-align lang hreflang dir style'.split(' '))

  it('is one block, whole, for us and for the editor, and runs nothing', () => {
    fc.assert(
      fc.property(anyProduct, (product) => {
        const { inner, title, excerpt } = renderer.render(product, mediaAt, samplePages)
        const content = wrapBlock(product, inner)
        const found = findBlock(content, product)
        expect(found.state === 'ok' && innerOf(content, found)).toBe(inner)
        const [group, ...others] = parse(content)
        expect(others).toEqual([])
        const names = namesOf(group?.innerBlocks ?? [])
        expect(names.filter((name) => !blockNames.has(name))).toEqual([])
        expect(title + excerpt).not.toMatch(/[<>]/)
        expect(inner).not.toMatch(/\[[[/]*[a-z_]/i)
        const parser = new Parser({
          onopentagname: (name) => expect(name).not.toBe('script'),
          onattribute: (name, value) => {
            expect(attributeNames).toContain(name)
            if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:|tel:)/)
          },
        })
        parser.end(inner)
      }),
      { numRuns: 300 },
    )
  })
})
