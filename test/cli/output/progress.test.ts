import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProgress } from '../../../src/cli/output/progress.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { screenOf } from '../../helpers/browser/screen.ts'

beforeEach(() => {
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

const planning = runOf('2026-11-20-1')
const writing = runOf('2026-11-20-1', {
  state: 'writing',
  planned: { create: 6, update: 3, restore: 1, retire: 0 },
})

describe('progress without a terminal', () => {
  test.each([
    ['a file', false, {}],
    ['a terminal that cannot move its cursor', true, { TERM: 'dumb' }],
  ])('is a line for each phase of known size, and one every 15 s: %s', (_, isTTY, env) => {
    const { screen, written } = screenOf({ isTTY })
    const progress = createProgress(screen, false, env)
    progress.show(planning, {})
    progress.show(planning, { planned: 1, total: 50 })
    vi.setSystemTime(14_999)
    progress.show(planning, { planned: 2, total: 50 })
    vi.setSystemTime(15_000)
    progress.show(planning, { planned: 4, total: 50 })
    progress.show(writing, { media: 1, mediaTotal: 4 })
    progress.show(writing, { media: 4, mediaTotal: 4 })
    vi.setSystemTime(30_000)
    progress.show(writing, { media: 4, mediaTotal: 4, written: 7, failed: 1 })
    progress.show(writing, { written: 10, failed: 1 })
    progress.end()
    expect(written).toEqual([
      'reading 1/50\n',
      'reading 4/50, 0.3/s, 2 min 53 s left\n',
      'files 1/4\n',
      'writing 0/10\n',
      'writing 7/10, 1 failed, 0.5/s, 7 s left\n',
      'finishing 10/10, 1 failed\n',
    ])
  })
})

test('progress names the phase of each kind of run', () => {
  const { screen, written } = screenOf({ isTTY: false })
  const progress = createProgress(screen, false, {})
  progress.show(runOf('1', { kind: 'verify' }), { planned: 1, total: 2 })
  progress.show({ ...writing, kind: 'undo', undoes: '1' }, { written: 1 })
  progress.show({ ...writing, state: 'done' }, { written: 1 })
  expect(written).toEqual(['comparing 1/2\n', 'undoing 1/10\n'])
})

const wipe = '\r\u001b[J'

describe('progress on a terminal', () => {
  const shownWith = (columns: number | undefined, counters: Record<string, number>) => {
    const { screen, written } = screenOf({ isTTY: true, ...(columns !== undefined && { columns }) })
    const progress = createProgress(screen, false, {})
    progress.show(planning, counters)
    const shown = written.join('')
    progress.end()
    return shown
  }

  test('redraws one line, and the cursor stays at its start', () => {
    const { screen, written } = screenOf({ isTTY: true, columns: 100 })
    const progress = createProgress(screen, false, {})
    progress.show(planning, {})
    progress.show(planning, { planned: 25, total: 50 })
    progress.show(planning, { planned: 50, total: 50, failed: 2 })
    progress.end()
    progress.end()
    expect(written).toEqual([
      `${wipe}reading   ${'░'.repeat(28)}\r`,
      `${wipe}reading   ${'█'.repeat(14)}${'░'.repeat(14)} 25/50\r`,
      `${wipe}reading   ${'█'.repeat(28)} 50/50  2 failed\r`,
      wipe,
    ])
  })

  test('is coloured by share done and failures', () => {
    const { screen, written } = screenOf({ isTTY: true, columns: 60, colours: true })
    const progress = createProgress(screen, false, {})
    progress.show(planning, { planned: 25, total: 50, failed: 2 })
    progress.end()
    expect(written[0]).toMatch(
      /\u001b\[32m█+\u001b\[39m\u001b\[2m░+\u001b\[22m 25\/50 {2}\u001b\[31m2 failed\u001b\[39m\r$/,
    )
  })

  test('is removed by a process that exits at once', () => {
    const { screen, written } = screenOf({ isTTY: true })
    const before = process.listeners('exit')
    const progress = createProgress(screen, false, {})
    progress.show(planning, {})
    progress.show(planning, {})
    const added = process.listeners('exit').filter((listener) => !before.includes(listener))
    expect(added).toHaveLength(1)
    added[0]?.(130)
    expect(written.at(-1)).toBe(wipe)
    expect(process.listeners('exit')).toEqual(before)
  })

  test('shows the rate and the remaining time of each phase once they are reliable', () => {
    const { screen, written } = screenOf({ isTTY: true, columns: 100 })
    const progress = createProgress(screen, false, {})
    const textAt = (ms: number, ...shown: Parameters<typeof progress.show>) => {
      vi.setSystemTime(ms)
      progress.show(...shown)
      return written.at(-1)?.replace(/^[^]*[█░] |\r$/g, '')
    }
    expect(textAt(0, planning, { planned: 0, total: 40_000 })).toBe('0/40000')
    expect(textAt(1_999, planning, { planned: 100, total: 40_000 })).toBe('100/40000')
    expect(textAt(2_000, planning, { planned: 400, total: 40_000 })).toBe('400/40000  200/s  3 min 18 s left')
    expect(textAt(9_000, writing, { written: 1 })).toBe('1/10')
    expect(textAt(12_000, writing, { written: 7, failed: 1 })).toBe('7/10  1 failed  2.0/s  2 s left')
    expect(textAt(13_000, writing, { written: 10, failed: 1 })).toBe('10/10  1 failed')
    progress.end()
  })

  test.each([20, 30, 40, 80, 200, undefined])('fits into %s columns', (columns) => {
    const shown = shownWith(columns, { planned: 123_456, total: 1_000_000, failed: 99_999 })
    const line = shown.slice(wipe.length, -1)
    expect(line.length).toBeLessThan(columns ?? 80)
    expect(line).not.toMatch(/\p{Cc}/u)
  })

  test.each([
    ['nothing is known yet', {}, '░'.repeat(28)],
    ['more is done than there is', { planned: 9, total: 3 }, '█'.repeat(28)],
  ])('draws a bar when %s', (_, counters, bar) => {
    expect(shownWith(80, counters)).toMatch(new RegExp(` ${bar}(?: |\\r)`))
  })

  test('clears nothing when nothing was drawn', () => {
    const { screen, written } = screenOf({ isTTY: true })
    createProgress(screen, false, {}).end()
    expect(written).toEqual([])
  })
})

test.each([true, false])('quiet progress shows nothing (terminal: %s)', (isTTY) => {
  const { screen, written } = screenOf({ isTTY })
  const progress = createProgress(screen, true, {})
  progress.show(planning, { planned: 1, total: 2 })
  progress.end()
  expect(written).toEqual([])
})
