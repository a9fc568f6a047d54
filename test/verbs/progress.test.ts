import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProgress } from '../../src/verbs/progress.ts'
import { runOf } from '../helpers/runs.ts'

/** A stream that remembers what is written to it. */
function streamOf(fields: { isTTY: boolean; columns?: number }) {
  const written: string[] = []
  const stream = { ...fields, write: (text: string) => written.push(text) > 0 }
  return { written, stream: stream as unknown as NodeJS.WriteStream }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const planning = runOf('2026-11-20-1')
const writing = runOf('2026-11-20-1', {
  state: 'writing',
  planned: { create: 6, update: 3, restore: 1, retire: 0 },
})

describe('elsewhere than on a terminal', () => {
  test('a line tells each new phase once its size is known, and how far it is every two seconds', () => {
    const { stream, written } = streamOf({ isTTY: false })
    const progress = createProgress(stream, false)
    progress.show(planning, {})
    progress.show(planning, { planned: 1, total: 50 })
    vi.setSystemTime(1_999)
    progress.show(planning, { planned: 2, total: 50 })
    vi.setSystemTime(2_000)
    progress.show(planning, { planned: 3, total: 50 })
    progress.show(writing, { media: 1, mediaTotal: 4 })
    progress.show(writing, { media: 4, mediaTotal: 4 })
    vi.setSystemTime(4_000)
    progress.show(writing, { media: 4, mediaTotal: 4, written: 7, failed: 1 })
    progress.end()
    expect(written).toEqual([
      'reading 1/50\n',
      'reading 3/50\n',
      'media 1/4\n',
      'writing 0/10\n',
      'writing 7/10, 1 failed\n',
    ])
  })
})

describe('on a terminal', () => {
  const shownWith = (columns: number | undefined, counters: Record<string, number>) => {
    const { stream, written } = streamOf({ isTTY: true, ...(columns !== undefined && { columns }) })
    createProgress(stream, false).show(planning, counters)
    return written.join('')
  }

  test('one line redraws itself', () => {
    const { stream, written } = streamOf({ isTTY: true, columns: 100 })
    const progress = createProgress(stream, false)
    progress.show(planning, {})
    progress.show(planning, { planned: 25, total: 50 })
    progress.show(planning, { planned: 50, total: 50, failed: 2 })
    progress.end()
    expect(written).toEqual([
      `\r\u001b[2Kreading  ${'░'.repeat(28)}`,
      `\r\u001b[2Kreading  ${'█'.repeat(14)}${'░'.repeat(14)} 25/50`,
      `\r\u001b[2Kreading  ${'█'.repeat(28)} 50/50  2 failed`,
      '\r\u001b[2K',
    ])
  })

  test('each phase tells its own pace and the time left, from its first second on', () => {
    const { stream, written } = streamOf({ isTTY: true, columns: 100 })
    const progress = createProgress(stream, false)
    const textAt = (ms: number, ...shown: Parameters<typeof progress.show>) => {
      vi.setSystemTime(ms)
      progress.show(...shown)
      return written.at(-1)?.replace(/^[^]*[█░] /, '')
    }
    expect(textAt(0, planning, { planned: 0, total: 40_000 })).toBe('0/40000')
    expect(textAt(999, planning, { planned: 100, total: 40_000 })).toBe('100/40000')
    expect(textAt(2_000, planning, { planned: 400, total: 40_000 })).toBe('400/40000  200/s  3 min left')
    expect(textAt(9_000, writing, { written: 1 })).toBe('1/10')
    expect(textAt(12_000, writing, { written: 7, failed: 1 })).toBe('7/10  1 failed  2.0/s  2 s left')
    expect(textAt(13_000, writing, { written: 10, failed: 1 })).toBe('10/10  1 failed')
  })

  test.each([30, 40, 80, 200, undefined])('the line fits into %s columns', (columns) => {
    const shown = shownWith(columns, { planned: 123_456, total: 1_000_000, failed: 99_999 })
    const line = shown.replace('\r\u001b[2K', '')
    expect(line.length).toBeLessThan(columns ?? 80)
    expect(line).not.toMatch(/\p{Cc}/u)
  })

  test.each([
    ['nothing is known yet', {}, '░'.repeat(28)],
    ['more is done than there is', { planned: 9, total: 3 }, '█'.repeat(28)],
  ])('the bar holds when %s', (_, counters, bar) => {
    expect(shownWith(80, counters)).toMatch(new RegExp(` ${bar}(?: |$)`))
  })

  test('nothing is wiped when nothing was drawn', () => {
    const { stream, written } = streamOf({ isTTY: true })
    createProgress(stream, false).end()
    expect(written).toEqual([])
  })
})

test.each([true, false])('quiet shows nothing (terminal: %s)', (isTTY) => {
  const { stream, written } = streamOf({ isTTY })
  const progress = createProgress(stream, true)
  progress.show(planning, { planned: 1, total: 2 })
  progress.end()
  expect(written).toEqual([])
})
