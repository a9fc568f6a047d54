import type { Outcome } from '../../core/run/change.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { RecordsError } from '../../lib/stored-errors.ts'
import type { RunDeps } from '../deps.ts'

/** The values of the records that could be read, and a failed outcome for each record with a damaged value. */
type Readable<K, T> = { keys: K[]; found: T; damaged: Outcome[] }

/**
 * Reads the stored values of some records and omits those with a damaged value, or one beyond a limit. So no decision
 * is based on a guess, and one bad value does not stop other records. `read` is called again without the damaged
 * records.
 */
export async function readSkippingDamaged<K extends RecordKey, T>(
  keys: readonly K[],
  read: (keys: K[]) => Promise<T>,
): Promise<Readable<K, T>> {
  let left = [...keys]
  const damaged: Outcome[] = []
  for (;;) {
    try {
      return { keys: left, found: await read(left), damaged }
    } catch (error) {
      const reasons = error instanceof RecordsError ? error.reasons() : new Map<string, string>()
      const bad = left.filter((key) => reasons.has(recordId(key)))
      if (bad.length === 0) throw error
      for (const { gtin, language } of bad) {
        const detail = reasons.get(recordId({ gtin, language })) ?? ''
        damaged.push({ gtin, language, result: 'failed', reasons: [{ code: 'damaged', detail }] })
      }
      left = left.filter((key) => !reasons.has(recordId(key)))
    }
  }
}

/** Reports records with damaged values as failed and closes them in the run's plan; their stored values stay. */
export async function leaveDamaged(
  { runs, plans }: RunDeps,
  runId: string,
  damaged: readonly Outcome[],
): Promise<void> {
  await runs.saveOutcomes(runId, damaged)
  await plans.close(runId, damaged.map(recordId))
}

/** The stored value of each record, undefined if it is damaged: for display and links, never for a write. */
export async function readOrUndefined<K extends RecordKey, T>(
  keys: readonly K[],
  read: (keys: K[]) => Promise<(T | undefined)[]>,
): Promise<(T | undefined)[]> {
  const { keys: sound, found } = await readSkippingDamaged(keys, read)
  const byId = new Map(sound.map((key, index) => [recordId(key), found[index]]))
  return keys.map((key) => byId.get(recordId(key)))
}
