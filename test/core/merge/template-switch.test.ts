import { describe, expect, test } from 'vitest'
import { readTemplates, templateNames, type TemplateName } from '../../../config/templates.ts'
import { withoutJsonLd } from '../../../src/core/markup/json-ld.ts'
import { readingOf, sameFacts } from '../../../src/core/markup/visible-content.ts'
import { dressStale, mergeInner } from '../../../src/core/merge/merge-units.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { createRenderer, type Renderer } from '../../../src/core/render/renderer.ts'
import { fullProduct, sampleMedia, samplePages } from '../../../src/core/render/template/sample.ts'

const units = { length: 'm', width: 'm', height: 'm', area: 'm²', joint: 'mm', weight: 'kg' } as const
const renderers = new Map<TemplateName, Record<'featured' | 'hero', Renderer>>()
for (const name of templateNames) {
  const templates = { ...(await readTemplates(undefined, name)), units }
  renderers.set(name, {
    featured: createRenderer(templates),
    hero: createRenderer({ ...templates, imagePlace: 'hero' }),
  })
}

const switches = templateNames.flatMap((from) =>
  templateNames.flatMap((to) => (from === to ? [] : [[from, to] as const])),
)
const looks = [
  ['featured', 'en'],
  ['hero', 'en'],
  ['hero', 'ar'],
] as const

/** Text of parts that the product's page may have, and an editor's version of it. */
const edits = [
  ['First line', 'Our first line'],
  ['second paragraph with', 'another paragraph with'],
  ['>10-1<', '>10-1 (roll)<'],
  ['on wood', 'on all kinds of wood'],
  ['>Roof<', '>Roofs and walls<'],
  ['>25 m<', '>about 25 m<'],
  ['>blue<', '>sky blue<'],
  ['>PE<', '>polyethylene<'],
  ['>Wood<', '>Solid wood<'],
  ['>Roll<', '>Roll in a box<'],
  ['>Dry<', '>Dry and clean<'],
] as const

/** Whether visitors see a text, which may also be in the JSON-LD. */
function shows(inner: string, text: string): boolean {
  return withoutJsonLd(inner).includes(text)
}

describe.each(switches)('a page that changes from %s to %s', (from, to) => {
  describe.each(looks)('with the image in %s, in the language %s', (place, language) => {
    const innerOf = (name: TemplateName, fields: Partial<Product> = {}): string =>
      String(
        renderers.get(name)?.[place].render({ ...fullProduct, language, ...fields }, sampleMedia, samplePages)
          .inner,
      )
    const [base, wanted] = [innerOf(from), innerOf(to)]
    const merge = (current: string, next = wanted) => mergeInner({ base, current, wanted: next }, 'keep')

    test('is as if the new template had written it, if no editor changed it', () => {
      expect(merge(base).inner).toBe(wanted)
    })

    test('is recognised as ours if an editor’s stale save restores the old one', () => {
      const versions = { base: wanted, shown: wanted }
      expect(sameFacts(dressStale(base, versions) ?? '', wanted)).toBe(true)
      // An attribute in a right-to-left HTML block may be lost if its container has no counterpart.
      if (language === 'ar') return
      const highlighted = base.replace('>First line', ' id="new">First line')
      const restored = dressStale(highlighted, versions) ?? ''
      expect(sameFacts(restored, wanted)).toBe(true)
      expect(restored).toContain(' id="new">First line')
      expect(restored.match(/mirror-[a-z-]+/g)).toEqual(wanted.match(/mirror-[a-z-]+/g))
    })

    test('keeps each edit of a part that both have, and gets the new layout', () => {
      const shared = edits.filter(([text]) => shows(base, text) && shows(wanted, text))
      expect(shared.length).toBeGreaterThanOrEqual(2)
      for (const [text, edited] of shared) {
        const merged = merge(base.replace(text, edited))
        expect({ text, conflicts: merged.conflicts, kept: merged.kept }).toEqual({
          text,
          conflicts: [],
          kept: true,
        })
        expect({ text, same: sameFacts(merged.inner, wanted.replace(text, edited)) }).toEqual({
          text,
          same: true,
        })
        expect(sameFacts(merged.base, wanted)).toBe(true)
      }
    })

    test('keeps an edit of a part that only the old one has, and reports it', () => {
      const lost = edits.filter(([text]) => shows(base, text) && !shows(wanted, text))
      for (const [text, edited] of lost) {
        const merged = merge(base.replace(text, edited))
        expect({ text, count: merged.conflicts.length }).toEqual({ text, count: 1 })
        expect(readingOf(merged.inner)).toContain(readingOf(edited.replace(/^>|<$/g, '')))
      }
    })

    test('gets the partner’s change of a part next to an editor’s', () => {
      const next = innerOf(to, { gtin: '4006381333948' })
      const merged = merge(base.replace('>10-1<', '>10-1 (roll)<'), next)
      expect(merged.conflicts).toEqual([])
      expect(sameFacts(merged.inner, next.replace('>10-1<', '>10-1 (roll)<'))).toBe(true)
    })
  })
})
