import type { Outcome, RunReport } from '../actors/runs.ts'
import type { World } from '../world.ts'

const ended: ReadonlySet<string> = new Set(['done', 'partial', 'failed'])
/** The results that are counted; `records` is the scope. */
const results = [
  'created',
  'updated',
  'unchanged',
  'retired',
  'restored',
  'kept',
  'absent',
  'held',
  'failed',
  'deferred',
  'quarantined',
  'undone',
  'notPlanned',
] as const

/** Every record in the scope of a run has an outcome, and a run without one, or with a failed one, is not done. */
export async function checkOutcomes({ partner, runs }: World, run: RunReport): Promise<string[]> {
  const { id, kind, state, counts, planned, failure } = run
  if (kind !== 'sync' || !ended.has(state)) return []
  const faults: string[] = []
  const said = `${state}, ${JSON.stringify(counts)}`
  const { records = 0, failed = 0, notPlanned = 0 } = counts
  if (state === 'done' && failed + notPlanned > 0)
    faults.push(`run ${id} is done though records failed: ${said}`)
  if (state === 'failed' && failure === undefined) faults.push(`run ${id} failed without a reason: ${said}`)
  // A run that ended before it had counted its records has a failure with the reason.
  if (failure !== undefined) return faults
  const all = results.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  if (all !== records) faults.push(`run ${id} has ${all} outcomes of its ${records} records: ${said}`)
  // The scope of a product run depends on the catalogue at its start.
  if (run.scope?.gtins !== undefined) return faults
  const scope = partner.scope()
  // Retired and held records may have left the catalogue or the list of languages, and others that are not retired yet
  // are updated for their links or files.
  const { held = 0 } = counts
  const most = scope + (planned['retire'] ?? 0) + held
  const outside = records > most ? (await runs.outcomes(id)).filter(isPlannedOutside(partner)).length : 0
  if (records < scope || records > most + outside)
    faults.push(`run ${id} has ${records} records in its scope instead of ${scope}: ${said}`)
  return faults
}

/** The results of a planned update; `unchanged`: a product run has written the page in the meantime. */
const ofUpdate: ReadonlySet<string> = new Set(['updated', 'unchanged', 'kept', 'deferred', 'failed'])

/** Whether an update of a page was planned although its product or language is not listed. */
function isPlannedOutside(partner: World['partner']): (outcome: Outcome) => boolean {
  const isOutside = isOutsideOf(partner)
  return (outcome) => ofUpdate.has(outcome.result) && isOutside(outcome)
}

/** Whether a page was updated although its product or language is not listed. */
export function isUpdatedOutside(partner: World['partner']): (outcome: Outcome) => boolean {
  const isOutside = isOutsideOf(partner)
  return (outcome) => outcome.result === 'updated' && isOutside(outcome)
}

function isOutsideOf(partner: World['partner']): (outcome: Outcome) => boolean {
  const listed = new Set(partner.products().filter(partner.isListed).map(partner.gtinOf))
  const served = new Set(partner.served())
  return ({ gtin, language }) => !(listed.has(gtin) && served.has(language))
}

/**
 * If a record must be absent for several nights, the runs of the first night retire nothing, however many they are.
 * `overdue` records were absent in earlier nights while an editor held them, and may be retired once they are released.
 */
export function checkNight(
  { id }: Pick<RunReport, 'id'>,
  outcomes: readonly Outcome[],
  overdue: ReadonlySet<string>,
): string[] {
  const retired = outcomes
    .filter(({ result }) => result === 'retired')
    .map(({ gtin, language }) => `${gtin}/${language}`)
    .filter((record) => !overdue.has(record))
  return retired.length === 0 ? [] : [`run ${id} retired ${retired.join(', ')} because of a single night`]
}
