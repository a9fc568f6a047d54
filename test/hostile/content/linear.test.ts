import { expect, test } from 'vitest'
import { growthOf, pumped } from '../../helpers/content/cost.ts'
import { pumps } from '../../helpers/content/pumps.ts'
import { textReaders } from '../../helpers/content/text-readers.ts'
import { countAttacks } from '../helpers/attacks.ts'

/**
 * Limit for the growth of CPU time when the text is ten times longer: proportional, with tolerance for a busy machine.
 */
const mostGrowth = 40

test.each(textReaders)(
  'CPU time of $name is proportional to the length of its worst text, up to a megabyte',
  ({ name, read, worst, longest = 1_000_000 }) => {
    const slow = worst.filter(
      (pump) => growthOf(read, pumped(pump, longest / 10), pumped(pump, longest)) >= mostGrowth,
    )
    expect([name, slow]).toEqual([name, []])
  },
)

test.each(textReaders)('CPU time of $name is proportional to the length of any text', ({ name, read }) => {
  const slow = pumps.filter((pump) => growthOf(read, pumped(pump, 2_000), pumped(pump, 20_000)) >= mostGrowth)
  expect([name, slow]).toEqual([name, []])
})

test('counts the values that it tries', (context) => {
  const worst = textReaders.reduce((sum, reader) => sum + reader.worst.length, 0)
  countAttacks(context, 'texts that patterns meet', worst + textReaders.length * pumps.length)
})
