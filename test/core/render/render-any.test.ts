import { parse } from '@wordpress/block-serialization-default-parser'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { readTemplates, templateNames } from '../../../config/templates.ts'
import { htmlBlocks, plainBlocks } from '../../../src/core/html/text-blocks.ts'
import { readingOf } from '../../../src/core/markup/visible-content.ts'
import { findBlock, innerOf } from '../../../src/core/markup/find-block.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { samplePages } from '../../../src/core/render/template/sample.ts'
import { anyProduct, mediaAt } from '../../helpers/content/arbitraries.ts'

const renderers = await Promise.all(
  templateNames.map(async (name) => {
    const renderer = createRenderer({ ...(await readTemplates(undefined, name)), imagePlace: 'hero' })
    return [name, renderer] as const
  }),
)

const textFields = [
  'intro',
  'application_short',
  'application',
  'advantages',
  'substrate',
  'limiting_factors',
] as const

const plainFields = new Set<string>(['intro', 'application_short'])

/** The text of the paragraphs of the partner's fields. */
function paragraphsOf(markup: string): string[] {
  return [...markup.matchAll(/<!-- wp:paragraph -->\n<p>([^]*?)<\/p>/g)].map(([, html = '']) =>
    readingOf(html),
  )
}

function namesOf(blocks: ReturnType<typeof parse>): string[] {
  return blocks.flatMap(({ blockName, innerBlocks }) => [blockName ?? '', ...namesOf(innerBlocks)])
}

describe.each(renderers)(
  'the mirrored block of any product, hostile ones included, by the template %s',
  (_, renderer) => {
    const blockNames = new Set(
      [
        'paragraph',
        'heading',
        'list',
        'list-item',
        'table',
        'html',
        'columns',
        'column',
        'group',
        'image',
      ].map((name) => `core/${name}`),
    )
    const attributeNames = new Set(
      'class href src alt scope data-align lang hreflang dir style type'.split(' '),
    )

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
          let scripts = 0
          const parser = new Parser({
            onopentagname: (name) => void (scripts += name === 'script' ? 1 : 0),
            onattribute: (name, value) => {
              expect(attributeNames).toContain(name)
              if (name === 'type') expect(value).toBe('application/ld+json')
              if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:|tel:)/)
            },
          })
          parser.end(inner)
          expect(scripts).toBe(1)
        }),
        { numRuns: 300 },
      )
    })

    it('repeats no paragraph, unless the partner repeats it within one field', () => {
      fc.assert(
        fc.property(
          anyProduct,
          fc.constantFrom(...textFields),
          fc.constantFrom(...textFields),
          (product, from, to) => {
            const repeated = { ...product, language: 'de-de', [to]: `${product[from]}${product[to]}` }
            const { inner } = renderer.render(repeated, mediaAt)
            const counts = (markup: string) => Map.groupBy(paragraphsOf(markup), (text) => text)
            const blocksOf = (field: (typeof textFields)[number]) =>
              (plainFields.has(field) ? plainBlocks : htmlBlocks)(repeated[field])
            const own = textFields.map((field) => counts(blocksOf(field)))
            for (const [text, { length }] of counts(inner)) {
              const inOneField = own.reduce((most, texts) => Math.max(most, texts.get(text)?.length ?? 0), 1)
              expect(length).toBeLessThanOrEqual(inOneField)
            }
          },
        ),
        { numRuns: 300 },
      )
    })
  },
)
