import { describe, expect, test } from 'vitest'
import { excerptOf } from '../../src/core/waiting.ts'

const excerpt = (base: string, theirs: string, ours: string) =>
  excerptOf({ field: 'inner', base, theirs, ours })

describe('a field in conflict in a few words', () => {
  test('shows of each version the lines that it does not share', () => {
    const [first, last] = ['<p>Erstens.</p>', '<p>Letztens.</p>']
    expect(
      excerpt(
        `${first}<p>Kleben.</p>${last}`,
        `${first}<p>Fest kleben.</p>${last}`,
        `${first}<p>Nageln.</p>${last}<p>Mehr.</p>`,
      ),
    ).toEqual({ base: 'Kleben.', theirs: 'Fest kleben.', ours: 'Nageln. / Mehr.' })
  })

  test('shows a dash where a version has nothing of its own', () => {
    expect(excerpt('<p>A</p>', '', '<p>A</p><p>B</p>')).toEqual({ base: 'A', theirs: '–', ours: 'B' })
  })

  test('cuts what is long', () => {
    const { ours } = excerpt('', '<p>x</p>', `<p>${'a'.repeat(121)}</p>`)
    expect(ours).toBe(`${'a'.repeat(119)}…`)
    expect(excerpt('', '', `<p>${'a'.repeat(120)}</p>`).ours).toBe('a'.repeat(120))
  })

  test('names an image by its number', () => {
    expect(excerptOf({ field: 'featuredMedia', base: '7', theirs: '0', ours: '8' })).toEqual({
      base: 'media 7',
      theirs: '–',
      ours: 'media 8',
    })
  })
})
