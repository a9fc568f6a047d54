import { apply, plan } from '../../test/helpers/sync/sync-run.ts'
import type { Mirror, Stage } from '../../test/helpers/sync/sync-deps.ts'

const dayMs = 24 * 3_600_000
const days = 29
/** With all languages fewer than the hundred records that a run of the test helpers takes. */
const newPerDay = 8

/** Simulates the last month of a mirror: its catalogue grows, then a little changes each day. */
export async function livePastMonth({ mock, gtins }: Stage, mirror: Mirror): Promise<void> {
  const midnight = new Date().setUTCHours(4, 0, 0, 0)
  mirror.pass(midnight - days * dayMs - mirror.now().getTime())
  for (let day = 0; day < days; day++) {
    const known = Math.min(gtins.length, (day + 1) * newPerDay)
    // One product leaves the catalogue for a while: its pages are drafts until it returns.
    mirror.listed = gtins.slice(0, known).filter((_, index) => index !== 5 || day < 12 || day > 17)
    if (day * newPerDay >= gtins.length) await changeSome(day)
    const { runId, planned } = await plan(mirror)
    const writes = planned.create + planned.update + planned.retire + planned.restore
    const took = 40_000 + writes * 900
    mirror.pass(took)
    await apply(mirror, runId, { media: true })
    mirror.pass(dayMs - took)
  }
  mirror.listed = [...gtins]

  async function changeSome(day: number): Promise<void> {
    const language = day === 20 ? '*' : 'de-de'
    for (const gtin of gtins.slice(day, day + 2 + ((day * 7) % 6))) {
      await mock.patchProduct(gtin, language, { price: `${10 + day}.90` })
    }
    if (day === 14) await mock.patchProduct(gtins[1] ?? '', '*', { erp_id: 'x'.repeat(60_000) })
    if (day === 16) await mock.patchProduct(gtins[1] ?? '', '*', { price: '24.50', erp_id: '1' })
  }
}
