import { foresee } from './foresee.ts'
import type { Expected } from './oracle/expectation.ts'
import type { Schedule } from './story/schedule.ts'
import { syncOnce, syncUntilStable, type Story } from './sync-runs.ts'
import type { World } from './world.ts'

/** Enough pages of editors to get every id that was used since the backup. */
const mostPages = 60

/**
 * The CMS is restored from a backup that lacks the last run: pages are older than the mirror knows, and the ids of new ones
 * go to pages of editors. A repair restores the content and touches no page of an editor. Returns the expectations after it.
 */
export async function restoreCms(
  world: World,
  schedule: Schedule,
  story: Story,
  expectations: ReadonlyMap<string, Expected>,
): Promise<Map<string, Expected>> {
  const { editors, partner, runs, server } = world
  const before = new Set(expectations.keys())
  await server.backUp()
  await partner.change({ do: 'add', product: Math.max(...partner.products()) + 1 })
  const product = untouchedProduct(world)
  if (product !== undefined) {
    const languages = partner
      .languages()
      .flatMap((_, index) => (partner.isWanted(product, index) ? [index] : []))
    await partner.change({
      do: 'change',
      product,
      languages,
      fields: ['intro', 'item_number'],
      mark: 'zxback',
    })
  }
  await syncOnce(world, story, {})
  await editors.look()
  const last = Math.max(...editors.pageIds.values())
  await server.restore()
  for (let made = 0; made < mostPages; made++) if ((await editors.make(`since${made}m`)) >= last) break
  await syncOnce(world, story, {})
  const { run } = await runs.verify({ repair: true })
  const repaired = run.state === 'held' ? await runs.approve(run.id) : run
  if (repaired === undefined || !(repaired.state === 'done' || repaired.state === 'partial'))
    story.violations.push(`verify --repair after a restored backup ended ${repaired?.state ?? run.state}`)
  await syncUntilStable(world, schedule, story, { quietAtOnce: false, relinks: 0 })
  const around = await foresee(world, schedule, { expectations, phase: schedule.phases.length, story })
  // A page with an id that another page has got stays away until an editor decides.
  return new Map(
    [...around].map(([record, { after }]) => [
      record,
      before.has(record) ? asRestored(expectations.get(record), after) : { ...after, page: 'any' },
    ]),
  )
}

/**
 * A product that returned after the backup: the restored page is as it was retired, and the mirror knows it as shown. To
 * it, an editor has put the page into the trash, hidden or deleted it.
 */
function asRestored(backedUp: Expected | undefined, after: Expected): Expected {
  if (backedUp?.retired === undefined || after.retired !== undefined) return after
  if (backedUp.retired === 'delete' || backedUp.page !== 'alive') return { ...after, page: 'any' }
  if (backedUp.retired === 'trash' && backedUp.statuses.includes('trash'))
    return { ...after, trashed: true, owed: true }
  return { ...after, statuses: backedUp.statuses }
}

/** A product whose pages no editor has changed. */
function untouchedProduct({ editors, partner }: World): number | undefined {
  const touched = new Set(editors.done.map(({ record }) => record.split('/')[0]))
  return partner.products().find((product) => {
    const gtin = partner.gtinOf(product)
    const languages = partner.languages().filter((_, index) => partner.isWanted(product, index))
    const isThere = languages.length > 0 && languages.every((code) => editors.pageIds.has(`${gtin}/${code}`))
    return isThere && !touched.has(gtin)
  })
}
