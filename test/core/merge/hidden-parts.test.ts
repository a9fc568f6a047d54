import { describe, expect, test } from 'vitest'
import { undress } from '../../../src/core/markup/dress.ts'
import { factsDigest } from '../../../src/core/markup/visible-content.ts'
import { blockOf, composeUpdate } from '../../../src/core/page/compose.ts'
import { mergePage, type OnEdit, overwriteChanged } from '../../../src/core/merge/merge-fields.ts'
import { mergeInner, type UnitMerge } from '../../../src/core/merge/merge-units.ts'
import { ownTexts } from '../../../src/core/page/own-texts.ts'
import { heading, joinBlocks, list, paragraph, textTable } from '../../../src/core/markup/blocks.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const invisible = '"metadata":{"blockVisibility":false}'
const hide = (markup: string) =>
  markup.replace(/<!-- wp:(\S+) (?:\{(.*?)\} )?/, `<!-- wp:$1 {$2,${invisible}} `).replace('{,', '{')
const group = (inner: string, json = `{${invisible}} `) =>
  `<!-- wp:group ${json}-->\n<div class="wp-block-group">${inner}</div>\n<!-- /wp:group -->`
const columns = (inner: string) =>
  `<!-- wp:columns {${invisible}} -->\n<div class="wp-block-columns"><!-- wp:column -->\n<div class="wp-block-column">${inner}</div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->`
const items = (...lines: string[]) =>
  list({ ordered: false, items: lines.map((html) => ({ line: { html }, lists: [] })) })

const first = paragraph('Tape for roofs and walls of wood.')
const offer = paragraph('The offer of 12 euros ends in May. It is for builders only.')
const last = paragraph('Sticks to wood and stone.')
const page = (...middle: string[]) => joinBlocks([first, ...middle, last])
const keep = (current: string, wanted: string, base = page(offer)) =>
  mergeInner({ base, current, wanted }, 'keep')
/** The page as a visitor sees it: hidden blocks are removed with all that they contain. */
const shown = (inner: string): string => {
  const [open] = /<!-- wp:(\S+) \{[^\n]*"blockVisibility":false[^\n]*\} -->/.exec(inner) ?? []
  if (open === undefined) return inner.replaceAll(/<!--.*?-->|<[^>]*>/g, '')
  const name = open.split(/[ :]/)[2]
  const start = inner.indexOf(open)
  const end = `<!-- /wp:${name} -->`
  return shown(inner.slice(0, start) + inner.slice(inner.indexOf(end, start) + end.length))
}
/** The page after the next merges with the same input, which change nothing more. */
const expectStable = (merge: UnitMerge, wanted: string): UnitMerge => {
  const again = mergeInner({ base: merge.base, current: merge.inner, wanted }, 'keep')
  expect(again.inner).toBe(merge.inner)
  expect(again.conflicts).toHaveLength(merge.conflicts.length)
  return again
}

describe('a new part of the partner that comes from a hidden one', () => {
  test('is hidden as well if it is of the same kind', () => {
    const halves = [paragraph('The offer of 12 euros ends in May.'), paragraph('It is for builders only.')]
    const wanted = page(...halves)
    const merge = keep(page(hide(offer)), wanted)
    expect(merge).toMatchObject({ inner: page(...halves.map(hide)), base: wanted, kept: true, conflicts: [] })
    expectStable(merge, wanted)
  })

  test('does not repeat the colour and the anchor of the hidden part', () => {
    const styled = hide(offer).replace('<p>', '<p id="offer" class="red">')
    const merge = keep(
      page(styled),
      page(paragraph('The offer of 12 euros.'), paragraph('The offer ends in May.')),
    )
    expect(merge.inner.match(/blockVisibility/g)).toHaveLength(2)
    expect(merge.inner.match(/id="offer"/g)).toHaveLength(1)
  })

  test.each<[string, string, string]>([
    ['a list', hide(offer), items('The offer of 12 euros ends in May.', 'It is for builders only.')],
    [
      'paragraphs with other words',
      hide(offer),
      [paragraph('Cheap now.'), paragraph('Ask your dealer.')].join('\n\n'),
    ],
    [
      'a part of a paragraph in a hidden group',
      group(offer),
      [paragraph('The offer of 12 euros ends in May.'), paragraph('Builders only!')].join('\n\n'),
    ],
    [
      'a part of a paragraph in hidden columns',
      columns(offer),
      [paragraph('Now the offer of 12 euros ends.'), heading(2, 'Only for builders')].join('\n\n'),
    ],
    [
      'a part of a visible paragraph',
      hide(offer),
      paragraph('Hello builders! The offer of 12 euros ends in May. It is cheap.'),
    ],
  ])('stays away as a conflict until a decision if it is %s', (_, edited, middle) => {
    const wanted = page(middle)
    const merge = keep(page(edited), wanted)
    expect(shown(merge.inner)).not.toMatch(/offer|builders|cheap|dealer/i)
    expect(merge.kept || merge.conflicts.length > 0).toBe(true)
    expectStable(merge, wanted)
    const decided = mergeInner({ base: merge.base, current: merge.inner, wanted }, 'overwrite')
    for (const word of middle.match(/(?<=>)[A-Z]\w+/g) ?? []) expect(decided.inner).toContain(word)
  })

  test.each([group, columns])(
    'stays away if it was split from one of several parts in a hidden group',
    (wrap) => {
      const extra = paragraph('Only in green.')
      const [base, current] = [page(offer, extra), page(wrap(joinBlocks([offer, extra])))]
      const wanted = page(paragraph('The offer of 12 euros ends in May.'), paragraph('Builders only!'), extra)
      const merge = keep(current, wanted, base)
      expect(merge.inner).toBe(current)
      expect(merge.conflicts).toHaveLength(2)
      expectStable(merge, wanted)
    },
  )

  test('stays away if the partner adds its text to a visible paragraph', () => {
    const wanted = joinBlocks([paragraph('Tape for roofs and walls of wood. The offer of 12 euros.'), last])
    const merge = keep(page(hide(offer)), wanted)
    expect(merge.inner).toBe(page(hide(offer)))
    expect(merge.conflicts).toHaveLength(2)
    expectStable(merge, wanted)
  })

  test('is not shown if it is an item of a hidden item’s list, or an image', () => {
    const base = page(items('Roof', 'The offer of 12 euros', 'Wall'))
    const current = base.replace(
      '<!-- wp:list-item -->\n<li>The',
      `<!-- wp:list-item {${invisible}} -->\n<li>The`,
    )
    const moved = page(items('Roof', 'Wall'), paragraph('The offer of 12 euros'))
    expect(shown(keep(current, moved, base).inner)).not.toContain('offer')
    const split = page(items('Roof', 'The offer', 'Only 12 euros', 'Wall'))
    const merge = keep(current, split, base)
    expect(shown(merge.inner)).not.toMatch(/offer|euros/)
    expect(merge.conflicts).toEqual([])
    const picture = (src: string) =>
      `<!-- wp:image -->\n<figure class="wp-block-image"><img src="${src}" alt=""/></figure>\n<!-- /wp:image -->`
    const other = keep(
      page(hide(picture('a.jpg'))),
      page(picture('b.jpg'), picture('a.jpg')),
      page(picture('a.jpg')),
    )
    expect(other.inner.match(/a\.jpg/g)).toHaveLength(1)
  })
})

describe('a hidden list or table', () => {
  test.each([
    [
      'items',
      items('The offer of 12 euros ends', 'Only for builders'),
      items('The offer of 9 euros', 'It ends', 'Only for builders', 'New'),
    ],
    [
      'rows',
      textTable([
        ['Price', '12 euros'],
        ['Width', '60 mm'],
      ]),
      textTable([
        ['Price', '9 euros'],
        ['Price', '12 euros'],
        ['Width', '60 mm wide'],
      ]),
    ],
  ])('gets all new %s of the partner, and they are hidden with it', (_, own, renewed) => {
    const merge = keep(page(hide(own)), page(renewed), page(own))
    expect(merge).toMatchObject({ inner: page(hide(renewed)), kept: true, conflicts: [] })
    expectStable(merge, page(renewed))
  })
})

describe('a new part of the partner next to hidden content', () => {
  test('is shown if the hidden part did not change', () => {
    const wanted = page(offer, paragraph('Now in blue.'))
    expect(keep(page(hide(offer)), wanted)).toMatchObject({
      inner: page(hide(offer), paragraph('Now in blue.')),
      conflicts: [],
    })
    expect(shown(keep(page(group(offer)), wanted).inner)).toContain('Now in blue.')
  })

  test('is shown if only a word of a part is hidden, and the part stays so', () => {
    const hidden = offer.replace('12 euros', '<span style="display:none">12 euros</span>')
    const wanted = page(offer, paragraph('Now in blue.'))
    expect(keep(page(hidden), wanted)).toMatchObject({ inner: wanted.replace(offer, hidden), conflicts: [] })
    const all = mergeInner({ base: page(offer), current: page(hidden), wanted }, 'wanted')
    expect(all.inner).not.toContain('blockVisibility')
  })

  test('is shown if it was split from a visible part, or is not next to the hidden one', () => {
    const title = heading(2, 'Our offer')
    const base = joinBlocks([title, first, last])
    const halves = [paragraph('Tape for roofs.'), paragraph('And for walls of wood.')]
    const wanted = joinBlocks([heading(2, 'The offer'), ...halves, paragraph('Glues.'), last])
    const merge = keep(base.replace(title, hide(title)), wanted, base)
    expect(merge).toMatchObject({
      inner: wanted.replace(heading(2, 'The offer'), hide(heading(2, 'The offer'))),
      conflicts: [],
    })
    expectStable(merge, wanted)
  })

  test('is shown if it is next to one that an editor and the partner both added', () => {
    const added = paragraph('Now in blue.')
    const wanted = page(offer, added, items('New: green tape'))
    expect(keep(page(hide(offer), added), wanted)).toMatchObject({
      inner: page(hide(offer), added, items('New: green tape')),
      conflicts: [],
    })
  })

  test('is shown if it is a row of which no word is in the hidden row', () => {
    const table = (...rows: [string, string][]) => page(textTable([['Width', '60 mm'], ...rows]))
    const row = '<tr><th class="has-text-align-left" data-align="left" scope="row">Price'
    const base = table(['Price', '12 euros'])
    const current = base.replace(row, row.replace('<tr>', '<tr style="display:none">'))
    const merge = keep(current, table(['Price', '13 euros'], ['Length', '25 m']), base)
    expect(merge.inner).toBe(
      table(['Price', '13 euros'], ['Length', '25 m']).replace(
        row,
        row.replace('<tr>', '<tr style="display:none">'),
      ),
    )
    const split = keep(current, table(['Price (retail)', '12 euros'], ['Price (builders)', '9 euros']), base)
    expect(split.inner.match(/<tr style="display:none">/g)).toHaveLength(2)
  })

  test('is shown if it is of another kind than the hidden part, which the partner changed, and has no word of it', () => {
    const facts = (price: string) => textTable([['Price', price]])
    const wanted = page(paragraph('Now in blue.'), facts('13 euros'))
    const merge = keep(page(hide(facts('12 euros'))), wanted, page(facts('12 euros')))
    expect(merge).toMatchObject({
      inner: page(paragraph('Now in blue.'), hide(facts('13 euros'))),
      conflicts: [],
    })
    expectStable(merge, wanted)
    const gone = keep(page(hide(facts('12 euros'))), page(paragraph('Now in blue.')), page(facts('12 euros')))
    expect(shown(gone.inner)).not.toContain('blue')
    const moved = page(paragraph('Only 12 euros.'), facts('on request'))
    expect(shown(keep(page(hide(facts('12 euros'))), moved, page(facts('12 euros'))).inner)).not.toContain(
      '12',
    )
  })

  test('is shown next to content that the template hides itself', () => {
    const base = page(hide(offer))
    expect(keep(base.replace('Sticks', 'Glues'), page(hide(offer), offer), base).inner).toContain(offer)
  })

  test('is shown if the name of a block only sounds like it, and not if a plugin hides the block', () => {
    const named = (attributes: string) => offer.replace('wp:paragraph', `wp:paragraph {${attributes}}`)
    const wanted = page(offer.replace('offer', 'price'), items('It is for builders only.'))
    expect(keep(page(named('"metadata":{"name":"Hidden"}')), wanted).conflicts).toEqual([])
    for (const attributes of [
      '"blockVisibility":{"hideBlock":true}',
      '"className":"hide-on-phones"',
      '"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}',
    ])
      expect(keep(page(named(attributes)), wanted).conflicts).toHaveLength(2)
  })
})

describe('overwriting everything', () => {
  const overwrite = (current: string, wanted: string, base = page(offer)) =>
    mergeInner({ base, current, wanted }, 'wanted')

  test('hides the new parts of a hidden one, of any kind', () => {
    const halves = [paragraph('The offer of 12 euros ends in May.'), paragraph('It is for builders only.')]
    const advantages = items('Builders only.')
    const merge = overwrite(page(hide(offer)), page(...halves, advantages))
    expect(merge).toMatchObject({
      inner: page(...halves.map(hide), hide(advantages)),
      kept: true,
      conflicts: [],
    })
  })

  test.each([
    ['one part', group(offer), []],
    ['several parts', columns(joinBlocks([offer, heading(3, 'More')])), [heading(3, 'More')]],
  ])('hides the parts of a hidden group around %s, which it removes', (_, wrapped, more) => {
    const renewed = [offer.replace('12', '9'), ...more.map((text) => text.replace('More', 'Less'))]
    const merge = overwrite(page(wrapped), page(...renewed), page(offer, ...more))
    expect(merge.inner).toBe(page(...renewed.map(hide)))
    const again = overwrite(merge.inner, page(...renewed), merge.base)
    expect(again.inner).toBe(merge.inner)
  })
})

test('an edited part that an editor hid stays hidden when an overwriting update divides it', () => {
  const halves = [paragraph('The offer of 9 euros ends in May.'), items('It is for builders only.')]
  const edited = hide(offer.replace('May', 'June'))
  const sides = { base: page(offer), current: page(edited), wanted: page(...halves) }
  const merge = mergeInner(sides, 'changed')
  expect(merge.conflicts).toEqual([])
  for (const words of ['9 euros', 'builders only']) {
    expect(merge.inner).toContain(words)
    expect(shown(merge.inner)).not.toContain(words)
  }
})

test('the replacement of a hidden part is shown by a decision about conflicts, and hidden if only changes give way', () => {
  const [base, wanted] = [
    textsOf({ inner: page(offer) }),
    textsOf({ inner: page(items('The offer of 9 euros.')) }),
  ]
  const current = { ...base, inner: page(hide(offer)) }
  const innerAfter = (onEdit: OnEdit) =>
    mergePage({ base, current, wanted }, onEdit, (_, one, other) => one === other).write.inner ?? ''
  expect(shown(innerAfter({ fields: ['inner'], only: 'conflicts' }))).toContain('9 euros')
  expect(innerAfter(overwriteChanged)).toContain('9 euros')
  expect(shown(innerAfter(overwriteChanged))).not.toContain('euros')
})

describe('after Redis lost its data', () => {
  test.each([
    ['a hidden group', group(offer)],
    ['hidden columns', columns(offer)],
    ['a group in a group', group(group(offer, ''))],
    ['a group around two parts', group(joinBlocks([offer, heading(3, 'More')]))],
    ['a group with a colour', group(offer, '{"backgroundColor":"red"} ')],
  ])('%s stays around a part that the partner changed, as a conflict', (_, wrapped) => {
    const more = wrapped.includes('More') ? [heading(3, 'More')] : []
    const ours = textsOf({ inner: page(offer, ...more) })
    const wanted = textsOf({ inner: page(offer.replace('12', '9'), ...more) })
    const inner = page(wrapped)
    const current = pageOf(ours, { content: blockOf(key, ours).replace(ours.inner, inner) })
    const base = ownTexts(readPage(key, current), { base: wanted })
    expect(base.inner.replaceAll(/\s+/g, '')).toBe(ours.inner.replaceAll(/\s+/g, ''))
    const { merge, body } = composeUpdate(readPage(key, current), { base, wanted }, 'keep')
    expect(merge.conflicts).toEqual(['inner'])
    expect(body.content ?? current.content).toContain(wrapped)
    expect(body.content ?? '').not.toContain('9 euros')
  })

  test('a part is ours with the groups that the wanted version also has, and if its own text would change', () => {
    expect(undress(page(group(offer, '')), page(group(offer, '')))).toBe(page(group(offer, '')))
    const quote = page(`<!-- wp:group -->\n<h2>Mine</h2>${offer}\n<!-- /wp:group -->`)
    expect(undress(quote, page(offer))).toBe(quote)
  })
})

describe('a stale save in which the editor also hid something', () => {
  const inner = page(offer.replace('12', '9'))
  const stale = (edited: string, now = inner) => {
    const content = blockOf(key, textsOf({ inner: page(offer) })).replace(page(offer), page(edited))
    const written = { base: textsOf({ inner: now }), past: [factsDigest(page(offer))] }
    return composeUpdate(
      readPage(key, pageOf(textsOf(), { content })),
      { ...written, wanted: written.base },
      'keep',
    )
  }

  test('is repaired, and the new text is hidden', () => {
    expect(stale(hide(offer))).toMatchObject({ stale: true, merge: { kept: ['inner'] } })
    expect(stale(hide(offer)).body.content).toContain(hide(offer).replace('12', '9'))
  })

  test('is repaired if only a class has no place, which an older template may have set', () => {
    const result = stale(offer.replace('<p>', '<p class="lead">'), page())
    expect(result).toMatchObject({ stale: true, merge: { kept: [] } })
    expect(result.body.content).toContain(page())
    expect(stale(hide(offer), page())).not.toHaveProperty('stale')
  })

  test('is the editor’s if the new text has no place for it', () => {
    const { body, merge, ...rest } = stale(group(offer))
    expect(rest).not.toHaveProperty('stale')
    expect(body.content ?? '').not.toContain('9 euros')
    expect(merge.kept).toEqual(['inner'])
  })
})
