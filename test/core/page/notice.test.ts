import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { blockOf, composeUpdate } from '../../../src/core/page/compose.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'
import {
  insertNotice,
  linksSuccessor,
  losesNotice,
  noticeObstacle,
  noticeSides,
  showsNotice,
  updatedNoticeSides,
  withOwnNotice,
} from '../../../src/core/page/notice.ts'
import { renderNotice } from '../../../src/core/render/notice.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const labels = { discontinued: 'Weg.', replaced_by: 'Jetzt: {product}.' }
const notice = renderNotice(key.language, labels)
const earlier = renderNotice(key.language, { ...labels, discontinued: 'Ausgelaufen.' })
const edited = notice.replace('Weg.', 'Bald da.')
/** An unclosed element reaches beyond its paragraph. */
const unclear = `${paragraph('<textarea>Offen')}\n\n${paragraph('Danach')}`
const ours = textsOf({ inner: paragraph('Kleben.') })
const joined = (...blocks: string[]) => ({ ...ours, inner: blocks.join('\n\n') })
const mirroredOf = (inner: string) => readPage(key, pageOf(textsOf({ inner })))
const noticed = joined(notice, ours.inner)

test('a page shows a notice if its block has one, as we wrote it or edited', () => {
  expect([notice, edited, `<div>${notice}</div>`].map((inner) => showsNotice(mirroredOf(inner)))).toEqual([
    true,
    true,
    true,
  ])
  expect(showsNotice(mirroredOf(ours.inner))).toBe(false)
  expect(showsNotice(readPage(key, pageOf(ours, { content: notice })))).toBe(false)
})

describe('the sides of a merge', () => {
  test('add the notice above our last version', () => {
    expect(noticeSides(mirroredOf(ours.inner), { base: ours }, notice)).toEqual({
      base: ours,
      wanted: noticed,
    })
  })

  test('add it to a page without any text of ours', () => {
    const empty = { ...ours, inner: '' }
    expect(noticeSides(mirroredOf(''), { base: empty }, notice).wanted.inner).toBe(notice)
  })

  test('add it again if an editor removed the one that an undo had left', () => {
    expect(noticeSides(mirroredOf(ours.inner), { base: noticed }, notice)).toEqual({
      base: ours,
      wanted: noticed,
    })
  })

  test('add it to a version of ours whose parts cannot be separated', () => {
    const base = joined(notice, unclear)
    expect(noticeSides(mirroredOf(unclear), { base }, notice)).toEqual({
      base,
      wanted: joined(notice, notice, unclear),
    })
  })

  test('leave a page as it is that an earlier try wrote', () => {
    const sides = noticeSides(mirroredOf(noticed.inner), { base: ours }, notice)
    expect(sides).toEqual({ base: ours, wanted: noticed })
    const again = noticeSides(mirroredOf(noticed.inner), { base: noticed }, earlier)
    expect(again).toEqual({ base: noticed, wanted: noticed })
  })

  test('leave a notice with another text', () => {
    const sides = noticeSides(
      mirroredOf(joined(earlier, paragraph('Vom Redakteur.')).inner),
      { base: ours },
      notice,
    )
    expect(sides).toEqual({ base: ours, wanted: joined(earlier, ours.inner) })
  })

  test.each([edited, joined(notice, unclear).inner])(
    'leave a notice that is an editor’s or cannot be separated',
    (inner) => {
      expect(noticeSides(mirroredOf(inner), { base: ours }, notice)).toEqual({ base: ours, wanted: ours })
    },
  )

  test('keep an editor’s work next to the notice', () => {
    const mirrored = mirroredOf(joined(paragraph('Kleben!'), paragraph('Neu.')).inner)
    const { base, wanted } = noticeSides(mirrored, { base: ours }, notice)
    const { body, merge } = composeUpdate(mirrored, { base, wanted }, 'keep')
    expect(merge.conflicts).toEqual([])
    expect(body.content).toContain(joined(notice, paragraph('Kleben!'), paragraph('Neu.')).inner)
  })
})

test('the notice on a page without a snapshot counts as ours unless an editor changed it', () => {
  expect(withOwnNotice(mirroredOf(joined(notice, 'Anders.').inner), ours)).toEqual(noticed)
  for (const inner of [edited, ours.inner]) expect(withOwnNotice(mirroredOf(inner), ours)).toEqual(ours)
  expect(withOwnNotice(readPage(key, pageOf(ours, { content: notice })), ours)).toEqual(ours)
})

describe('a notice in a block whose last version is unknown', () => {
  test('is inserted at the top, and the digests stay', () => {
    const content = `<p>Davor.</p>\n\n${wrapBlock(key, ours.inner, 'mirrored-v1-0')}`
    expect(insertNotice(readPage(key, pageOf(ours, { content })), notice)).toEqual({
      content: content.replace(ours.inner, noticed.inner),
    })
  })

  test.each([
    ['there is one', noticed.inner, undefined],
    ['the block is missing', '', '<p>Leer.</p>'],
  ])('is not inserted if %s', (_, inner, content) => {
    const page = pageOf(textsOf({ inner }), content === undefined ? {} : { content })
    expect(insertNotice(readPage(key, page), notice)).toEqual({})
  })
})

test.each([
  ['missing', '<p>Leer.</p>'],
  ['duplicate', wrapBlock(key, 'a') + wrapBlock(key, 'b')],
  ['broken', '<p class="product-mirror gtin-4006381333931 lang-de-de">x</p>'],
  ['emptied', wrapBlock(key, '')],
  ['unclear', wrapBlock(key, 'x')],
  ['unclear', wrapBlock(key, 'x').replace(/"templateLock".*?"metadata"/, '"metadata"')],
])('a block that is %s has no place for a notice', (obstacle, content) => {
  expect(noticeObstacle(readPage(key, { content }), ours.inner)).toBe(obstacle)
})

describe('a retired page whose notice changes', () => {
  const successor = { title: 'Band & Co', url: 'https://cms.example/?a=1&b=2' }
  const linked = renderNotice(key.language, labels, successor)
  const asWritten = (texts: typeof ours, change = (content: string) => content) =>
    readPage(key, pageOf(texts, { content: change(blockOf(key, texts)) }))

  test('gets the new one in the place of ours', () => {
    expect(updatedNoticeSides(asWritten(noticed), { base: noticed }, linked)).toEqual({
      base: noticed,
      wanted: joined(linked, ours.inner),
    })
  })

  test('keeps a notice that an editor changed, and one that cannot be separated', () => {
    const changed = asWritten(noticed, (content) => content.replace('Weg.', 'Bald da.'))
    expect(updatedNoticeSides(changed, { base: noticed }, linked)).toEqual({ base: noticed, wanted: noticed })
    const base = joined(notice, unclear)
    expect(updatedNoticeSides(mirroredOf(noticed.inner), { base }, linked).wanted).toEqual(base)
    expect(updatedNoticeSides(mirroredOf(base.inner), { base }, linked).wanted).toEqual(base)
  })

  test('stays without a notice if an editor removed it', () => {
    const removed = asWritten(noticed, (content) => content.replace(`${notice}\n\n`, ''))
    expect(losesNotice(removed, { base: noticed })).toBe(false)
    expect(updatedNoticeSides(removed, { base: noticed }, linked)).toEqual({ base: noticed, wanted: noticed })
  })

  test('gets it again if the page shows our block from before the notice', () => {
    const older = asWritten(ours)
    expect(losesNotice(older, { base: noticed })).toBe(true)
    expect(updatedNoticeSides(older, { base: noticed }, linked).wanted.inner).toContain(linked)
  })

  test('has lost none if it shows one, if we wrote none, or without our digests', () => {
    expect(losesNotice(asWritten(noticed), { base: noticed })).toBe(false)
    expect(losesNotice(asWritten(ours), { base: ours })).toBe(false)
    expect(losesNotice(readPage(key, { content: wrapBlock(key, ours.inner) }), { base: noticed })).toBe(false)
  })

  test('links the current successor, or none', () => {
    expect(linksSuccessor(joined(linked, ours.inner).inner, successor)).toBe(true)
    expect(linksSuccessor(linked.replaceAll('&amp;', '&#038;'), successor)).toBe(true)
    expect(linksSuccessor(linked, { ...successor, title: 'Anders' })).toBe(false)
    expect(linksSuccessor(linked, undefined)).toBe(false)
    expect(linksSuccessor(notice, successor)).toBe(false)
    expect(linksSuccessor(notice, undefined)).toBe(true)
    expect(linksSuccessor(ours.inner, successor)).toBe(true)
    expect(linksSuccessor(joined(notice, unclear).inner, successor)).toBe(true)
  })
})
