import type { BenchWorld } from '../world/bench-world.ts'

/** The shares of the products that a round changes and removes; the number of pages that editors work on in all. */
const [changedShare, vanishingShare, edited] = [0.03, 0.006, 20]

/** The changes between two runs; the same for the same round. */
export async function changeSomething(world: BenchWorld, round: number): Promise<void> {
  const { gtins, languages } = world
  const at = (index: number): string => gtins[index % gtins.length] ?? ''
  const changed = Math.ceil(gtins.length * changedShare)
  const vanishing = Math.ceil(gtins.length * vanishingShare)
  // Values of equal length: the data must not be the part that grows.
  const twoDigits = String(round % 100).padStart(2, '0')
  const fields = { intro: `Introduction ${twoDigits}.`, name: `Product of round ${twoDigits}` }
  for (let index = 0; index < changed; index++) await world.change(at(round * changed + index), fields)
  // The products that the previous round removed return, and other products vanish.
  for (let index = 0; index < vanishing; index++) {
    await world.change(at((round - 1) * vanishing + index), {})
    await world.remove(at(round * vanishing + index))
  }
  if (round % 4 !== 0) return
  const page = `gtin-${at((round / 4) % edited)}-${languages[0]}`
  // An edited title is in conflict with the partner's next name.
  const kind = round % 8 === 0 ? 'set-title' : 'edit-inside'
  await world.edit([{ do: kind, page, text: `Edited in round ${twoDigits}` }])
}
