import { describe, expect, test } from 'vitest'
import { growthOf, pumped } from '../helpers/content/cost.ts'
import { textReaders } from '../helpers/content/text-readers.ts'

/** Ten times the text may cost so many times the CPU time: in proportion, with room for a busy machine. */
const mostGrowth = 40

describe('ten times the text costs ten times the work', () => {
  test.each(
    textReaders.flatMap((reader) => reader.worst.map((pump) => [reader.name, pump, reader.read] as const)),
  )('%s, with many %j', (_, pump, read) => {
    expect(growthOf(read, pumped(pump, 10_000), pumped(pump, 100_000))).toBeLessThan(mostGrowth)
  })
})
