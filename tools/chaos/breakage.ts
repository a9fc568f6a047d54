import type { Partner } from './actors/partner.ts'
import type { RunReport, Runs } from './actors/runs.ts'
import type { Strange } from './actors/site-oddities.ts'
import type { FaultRules, PartnerChange, Phase, Schedule, SiteOddity } from './story/schedule.ts'
import type { World } from './world.ts'

/** Rules by which the partner fails for some products, for everything, or for documents, as long as they are in force. */
export function failuresOf({ partner }: World, { broken = [], down, lateFiles }: Phase): FaultRules {
  const rule = (path: string, status: number): FaultRules[number] => ({
    side: 'partner',
    kind: 'status',
    status,
    path,
  })
  return [
    ...broken.map((product) => rule(`/product/${partner.gtinOf(product)}`, 500)),
    ...(down === true ? [rule('/', 500)] : []),
    ...(lateFiles === undefined ? [] : [rule('/media/documents', 404)]),
  ]
}

/** The page that the site treats in an odd way, if the record has one. */
export function strangeOf({ editors, partner }: World, { odd, product, language }: SiteOddity): Strange[] {
  const pageId = editors.pageIds.get(`${partner.gtinOf(product)}/${partner.languageOf(language)}`)
  return pageId === undefined ? [] : [{ odd, pageId }]
}

type Night = {
  partner: Pick<Partner, 'gtinOf' | 'isListed' | 'served' | 'change'>
  runs: Pick<Runs, 'outcomes'>
}

/** Judges a run by the products and languages of its night, then reverts the changes of that night. */
export async function endNight(
  world: Night,
  { tonight = [], broken = [] }: Pick<Phase, 'tonight' | 'broken'>,
  run: Pick<RunReport, 'id' | 'state'>,
): Promise<string[]> {
  const violations: string[] = []
  for (const product of broken) violations.push(...(await checkBroken(world, run, product)))
  for (const change of tonight) await world.partner.change(backAgain(change))
  return violations
}

/** The change that reverts one that was made for a night. */
function backAgain(change: PartnerChange): PartnerChange {
  if (change.do === 'language-off') return { ...change, do: 'language-on' }
  if (change.do === 'remove') return { ...change, do: 'return' }
  if (change.do === 'delist') return { ...change, do: 'relist' }
  return change
}

/** A run that could read no record at all is the partner's failure: it changes nothing, and its exit code is that of the partner. */
export async function checkDown(world: World, run: RunReport): Promise<string[]> {
  const { id, state, failure, counts } = run
  const { cmsWrites } = await world.server.stats()
  const { code } = await world.command('status', '--check')
  // The last run by the clock may be one of a process whose clock was ahead.
  const wasAhead = world.fired().some(({ aheadMs = 0 }) => aheadMs > 0)
  const isTold = state === 'failed' && failure?.cause === 'partner' && (code === partnerUnusable || wasAhead)
  if (isTold && cmsWrites.total === 0) return []
  const what = `${state} (${failure?.cause}), exit code ${code}, ${cmsWrites.total} writes, ${JSON.stringify(counts)}`
  return [`the partner was down, and run ${id} ended ${what}`]
}

/** The documented exit code. */
const partnerUnusable = 5

/** As many pages were created as the run reports: one that lists omit is not created again, not even for a moment. */
export async function checkCreates({ server }: World, { id, counts }: RunReport): Promise<string[]> {
  const { cmsWrites } = await server.stats()
  const [sent, created = 0] = [cmsWrites.byKind['pages.create'] ?? 0, counts['created']]
  return sent > created ? [`run ${id} sent ${sent} creates of pages and reports ${created}`] : []
}

/** Each record of a product that always failed is among the failed ones of the run, or was held or in quarantine. */
async function checkBroken(
  { partner, runs }: Night,
  { id, state }: Pick<RunReport, 'id' | 'state'>,
  product: number,
): Promise<string[]> {
  const gtin = partner.gtinOf(product)
  if (!partner.isListed(product) || state === 'failed') return []
  const outcomes = (await runs.outcomes(id)).filter((outcome) => outcome.gtin === gtin)
  const failed = outcomes.filter(({ result }) => noRead.has(result)).length
  if (
    failed >= partner.served().length &&
    (state === 'partial' || outcomes.every(({ result }) => result !== 'failed'))
  )
    return []
  return [`the partner always failed for ${gtin}; run ${id} ended ${state} with ${JSON.stringify(outcomes)}`]
}

/** The results of a record that could not be read, or was not requested. */
const noRead: ReadonlySet<string> = new Set(['failed', 'held', 'quarantined'])

/** A tick that came due while no daemon ran starts its run once one does. */
export async function missTick(world: World): Promise<string[]> {
  const { supervisor, runs } = world
  await supervisor.stop()
  // Half a day from now: a run that a process with a clock some hours ahead started must not seem to have covered it.
  world.schedule(`0 ${(new Date().getUTCHours() + 12) % 24} * * *`)
  await supervisor.supervise([])
  await runs.learn()
  await supervisor.stop()
  await world.passNight()
  await supervisor.supervise([])
  const run = await runs.hear()
  if (run === undefined) return ['a tick that came due while no daemon ran started no run']
  return []
}

/** The move of a slot may lose a reply. What a plug-in did to a draft is then unknown. */
export function mayLoseReplies({ engine, policy }: Schedule): boolean {
  return engine !== 'plugin' || policy.publishIf === undefined
}
