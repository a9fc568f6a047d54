import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDressed } from '../../../src/core/markup/dress.ts'
import { factsOf, sameFacts } from '../../../src/core/markup/visible-content.ts'
import { mergeInner } from '../../../src/core/merge/merge-units.ts'
import { columns } from '../../../src/core/markup/containers.ts'
import { heading, joinBlocks, list, paragraph, textTable } from '../../../src/core/markup/blocks.ts'

const items = (...lines: string[]) =>
  list({ ordered: false, items: lines.map((line) => ({ line: { html: line }, lists: [] })) })
const anyWord = fc.constantFrom('roof', 'wall', 'tape', 'dry', 'wet', 'wood', 'stone', 'blue')
const anyLine = fc.array(anyWord, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const anyBlock = fc.oneof(
  anyLine.map((line) => paragraph(line)),
  anyLine.map((line) => heading(2, line)),
  fc.array(anyLine, { minLength: 1, maxLength: 4 }).map((lines) => items(...lines)),
  fc.array(fc.tuple(anyWord, anyLine), { minLength: 1, maxLength: 4 }).map((rows) => textTable(rows)),
)
const anyRow = fc.array(anyBlock, { minLength: 1, maxLength: 6 }).map((blocks) => joinBlocks(blocks))
const anyBlocks = fc.array(anyBlock, { minLength: 1, maxLength: 3 })
const anyColumns = fc
  .tuple(fc.array(anyBlocks, { minLength: 1, maxLength: 2 }), fc.constantFrom(undefined, 'mirror-hero'))
  .map(([parts, name]) =>
    columns(
      parts.map((blocks) => ({ blocks })),
      name,
    ),
  )
/** Blocks below each other, some of them in columns. */
const anyInner = fc.oneof(
  anyRow,
  fc
    .array(fc.oneof(anyBlock, anyColumns), { minLength: 1, maxLength: 4 })
    .map((blocks) => joinBlocks(blocks)),
)

/** Ways of an editor to change how one block or one element is shown; `place` draws which. */
const marks = {
  'a note': (markup: string, place: number) =>
    inDelimiter(markup, place, (attributes) => ({ ...attributes, metadata: { noteId: 77 } })),
  'a hidden block': (markup: string, place: number) =>
    inDelimiter(markup, place, (attributes) => ({ ...attributes, metadata: { blockVisibility: false } })),
  'a lock': (markup: string, place: number) =>
    inDelimiter(markup, place, (attributes) => ({ ...attributes, lock: { remove: true } })),
  'a class': (markup: string, place: number) => inTag(markup, place, ' class="marked"'),
  'a style': (markup: string, place: number) => inTag(markup, place, ' style="display:none"'),
  'an anchor': (markup: string, place: number) => inTag(markup, place, ' id="marked"'),
}

type Attributes = Record<string, unknown>

function inDelimiter(markup: string, place: number, change: (all: Attributes) => Attributes): string {
  return nth(markup, /<!-- wp:(\S+) (?:(\{.*?\}) )?-->/g, place, (_, name, json) => {
    return `<!-- wp:${name} ${JSON.stringify(change(JSON.parse(json ?? '{}')))} -->`
  })
}

function inTag(markup: string, place: number, attribute: string): string {
  const [name = ''] = attribute.trim().split('=')
  return nth(markup, /<([a-z]\w*)([^>]*)>/g, place, (tag = '', element, attributes = '') => {
    const value = attribute.trim().slice(name.length + 2, -1)
    if (!attributes.includes(`${name}="`)) return `<${element}${attributes}${attribute}>`
    return tag.replace(`${name}="`, `${name}="${value} `)
  })
}

function nth(
  markup: string,
  pattern: RegExp,
  place: number,
  change: (...groups: (string | undefined)[]) => string,
): string {
  const found = [...markup.matchAll(pattern)]
  const match = found[place % found.length]
  if (match === undefined) return markup
  return markup.slice(0, match.index) + change(...match) + markup.slice(match.index + match[0].length)
}

const anyMark = fc.constantFrom(...Object.values(marks))
const markCount = (markup: string): number =>
  markup.match(/marked|display:none|noteId|blockVisibility|"lock"/g)?.length ?? 0

describe('for anything that an editor sets on any unit, and any change by the partner', () => {
  test('it stays on the page', () => {
    fc.assert(
      fc.property(anyInner, anyMark, fc.nat(1000), anyInner, (own, mark, place, wanted) => {
        const current = mark(own, place)
        expect(sameFacts(own, current)).toBe(true)
        const merged = mergeInner({ base: own, current, wanted }, 'keep')
        // A part that was split from a hidden one is hidden as well.
        expect(markCount(merged.inner)).toBeGreaterThanOrEqual(markCount(current))
        expect(merged.kept || merged.conflicts.length > 0).toBe(true)
      }),
    )
  })

  test('it stays in every later merge, and the partner’s text follows as on an unedited page', () => {
    fc.assert(
      fc.property(
        anyInner,
        anyMark,
        fc.nat(1000),
        fc.tuple(anyInner, anyInner),
        (own, mark, place, texts) => {
          const [one, two] = texts
          const current = mark(own, place)
          const first = mergeInner({ base: own, current, wanted: one }, 'keep')
          const next = mergeInner({ base: first.base, current: first.inner, wanted: two }, 'keep')
          expect(markCount(next.inner)).toBeGreaterThanOrEqual(markCount(current))
          if (next.conflicts.length === 0 && first.conflicts.length === 0)
            expect(sameFacts(next.inner, two)).toBe(true)
        },
      ),
    )
  })

  test('the partner’s text that counts as ours contains none of it', () => {
    fc.assert(
      fc.property(anyInner, anyMark, fc.nat(1000), anyInner, (own, mark, place, wanted) => {
        const merged = mergeInner({ base: own, current: mark(own, place), wanted }, 'keep')
        expect(markCount(merged.base)).toBe(0)
        if (merged.conflicts.length === 0) expect(isDressed(wanted, merged.base)).toBe(false)
      }),
    )
  })

  test('overwriting everything keeps it if the page still has its unit', () => {
    fc.assert(
      fc.property(anyInner, anyMark, fc.nat(1000), (own, mark, place) => {
        const current = mark(own, place)
        const wanted = own.replaceAll('roof', 'roofs')
        const merged = mergeInner({ base: own, current, wanted }, 'wanted')
        expect(markCount(merged.inner)).toBe(markCount(current))
        expect(factsOf(merged.inner)).toEqual(factsOf(wanted))
      }),
    )
  })

  test('a part that an editor hid is never shown by a merge, and neither is a part of it', () => {
    const anyHidden = fc.oneof(
      fc
        .tuple(anyInner, fc.constantFrom(marks['a hidden block'], marks['a style']), fc.nat(1000))
        .map(([own, hide, place]) => ({ own, current: hide(own, place) })),
      fc.tuple(anyRow, fc.nat(1000)).map(([own, place]) => ({ own, current: inHiddenGroup(own, place) })),
    )
    fc.assert(
      fc.property(anyHidden, anyInner, ({ own, current }, wanted) => {
        const before = linesOf(current)
        const hidden = before.hidden.difference(before.shown)
        const merged = mergeInner({ base: own, current, wanted }, 'keep')
        const { shown } = linesOf(merged.inner)
        expect([...shown.intersection(hidden)]).toEqual([])
      }),
    )
  })
})

function inHiddenGroup(markup: string, place: number): string {
  const blocks = markup.split('\n\n<!-- wp:')
  const at = place % blocks.length
  const group = '<!-- wp:group {"metadata":{"blockVisibility":false}} -->\n<div class="wp-block-group">'
  return blocks
    .map((part, index) => (index === 0 ? part : `<!-- wp:${part}`))
    .map((part, index) => (index === at ? `${group}${part}</div>\n<!-- /wp:group -->` : part))
    .join('\n\n')
}

/** The lines and rows of markup, by whether something around them is hidden. */
function linesOf(markup: string): { shown: Set<string>; hidden: Set<string> } {
  const lines = { shown: new Set<string>(), hidden: new Set<string>() }
  const opened: boolean[] = []
  let line = ''
  const end = (): void => {
    if (line.trim() !== '') lines[opened.includes(true) ? 'hidden' : 'shown'].add(line.trim())
    line = ''
  }
  for (const [part] of markup.matchAll(/<!--.*?-->|<[^>]*>|[^<]+/g)) {
    if (/^<\/?t[dh]\b/.test(part)) line += ' '
    else if (part.startsWith('<')) end()
    else line += part.trim()
    if (/^<(?:!-- \/|\/)/.test(part)) opened.pop()
    else if (part.startsWith('<')) opened.push(/blockVisibility|display:none/.test(part))
  }
  end()
  return lines
}
