import type { BenchWorld } from '../world/bench-world.ts'

/** Of the products, the shares that a round changes and takes away; how many pages editors work on in all. */
const [changedShare, vanishingShare, edited] = [0.03, 0.006, 20]

/** What happens between two runs; the same for the same round. */
export async function changeSomething(world: BenchWorld, round: number): Promise<void> {
  const { gtins, languages } = world
  const at = (index: number): string => gtins[index % gtins.length] ?? ''
  const changed = Math.ceil(gtins.length * changedShare)
  const vanishing = Math.ceil(gtins.length * vanishingShare)
  // Values of equal length: what grows must not be the data.
  const twoDigits = String(round % 100).padStart(2, '0')
  const fields = { price: 100 + (round % 100) / 100 + 0.001, name: `Product of round ${twoDigits}` }
  for (let index = 0; index < changed; index++) await world.change(at(round * changed + index), fields)
  // What the round before took away returns, and other products vanish.
  for (let index = 0; index < vanishing; index++) {
    await world.change(at((round - 1) * vanishing + index), {})
    await world.remove(at(round * vanishing + index))
  }
  if (round % 4 !== 0) return
  const page = `gtin-${at((round / 4) % edited)}-${languages[0]}`
  // Of the title, the partner's next name makes a conflict.
  const kind = round % 8 === 0 ? 'set-title' : 'edit-inside'
  await world.edit([{ do: kind, page, text: `Edited in round ${twoDigits}` }])
}
