import { describe, expect, test } from 'vitest'
import { blockOf } from '../../../src/core/page/compose.ts'
import { planUndo, type Undo } from '../../../src/core/plan/undo.ts'
import { key, pageOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const [written, earlier] = [textsOf(), '<p>Alt.</p>']

/** The undo of a run that added the block again at the end of the editor's text, after an editor had removed it. */
const undoOn = (content: string, shown?: string): Undo =>
  planUndo(key, {
    runId: '2026-11-20-1',
    did: 'updated',
    replaced: { did: 'updated', texts: { title: 'Von Hand' }, added: earlier },
    page: pageOf(written, { content }),
    snapshot: { ...snapshotOf(), base: written, ...(shown !== undefined && { shown }) },
    pageStatus: 'publish',
    begun: false,
  })

const contentOf = (undo: Undo): unknown =>
  undo.kind === 'revert' && undo.write?.kind === 'update' ? undo.write.body.content : undo

describe('a block that an editor had removed and the run added again', () => {
  const block = blockOf(key, written)

  test('is removed again, and the content around it stays', () => {
    const undo = undoOn(`<p>Oben.</p>\n\n${block}\n\n<p>Unten.</p>`)
    expect(undo).toMatchObject({
      kind: 'revert',
      write: { body: { title: 'Von Hand', content: '<p>Oben.</p>\n\n<p>Unten.</p>' } },
      fields: ['title', 'inner'],
      left: [],
      wanted: { ...written, title: 'Von Hand' },
      base: { inner: earlier },
      replaced: { texts: { title: written.title, inner: written.inner } },
    })
    expect(undo.reasons).toEqual([])
  })

  test('leaves nothing on a page that held nothing else', () => {
    expect(contentOf(undoOn(block))).toBe('')
  })

  test('is removed even if it shows more than what counts as ours', () => {
    const shown = textsOf({ inner: '<p>Gezeigt.</p>' })
    expect(contentOf(undoOn(`<p>Oben.</p>\n\n${blockOf(key, shown)}`, shown.inner))).toBe('<p>Oben.</p>')
  })

  test('needs no write if an editor removed it already', () => {
    expect(undoOn('<p>Oben.</p>')).toMatchObject({
      write: { body: { title: 'Von Hand' } },
      fields: ['title', 'inner'],
    })
    expect(contentOf(undoOn('<p>Oben.</p>'))).toBeUndefined()
  })

  test.each([
    ['an editor changed it since', blockOf(key, textsOf({ inner: '<p>Von Hand.</p>' }))],
    ['it is there twice', block.repeat(2)],
    ['it has become plain HTML', block.replaceAll(/<!--.*?-->/g, '')],
  ])('stays if %s', (_, content) => {
    const undo = undoOn(content)
    expect(undo).toMatchObject({
      fields: ['title'],
      left: expect.arrayContaining(['inner']),
      reasons: [expect.objectContaining({ code: 'undo-edited', fields: expect.arrayContaining(['inner']) })],
      base: {},
    })
    expect(undo).not.toHaveProperty('base.inner')
    expect(contentOf(undo) ?? content).toContain('product-mirror')
  })
})
