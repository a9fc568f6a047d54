import type { Outcome } from '../../core/plan/change.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { DamagedError } from '../../lib/stored-errors.ts'
import type { SyncDeps } from '../deps.ts'

/** What was read of the records whose stored values are sound, and a failed outcome for each of the others. */
type Readable<K, T> = { keys: K[]; found: T; damaged: Outcome[] }

/**
 * Reads what is stored of some records, without those of which a value is damaged: nothing is decided on a guess, and
 * one bad value stops no other record. `read` is called again without them.
 */
export async function readReadable<K extends RecordKey, T>(
  keys: readonly K[],
  read: (keys: K[]) => Promise<T>,
): Promise<Readable<K, T>> {
  let left = [...keys]
  const damaged: Outcome[] = []
  for (;;) {
    try {
      return { keys: left, found: await read(left), damaged }
    } catch (error) {
      const reasons = error instanceof DamagedError ? error.reasons() : new Map<string, string>()
      const bad = left.filter((key) => reasons.has(recordId(key)))
      if (bad.length === 0) throw error
      for (const { gtin, language } of bad) {
        const reason = reasons.get(recordId({ gtin, language })) ?? ''
        damaged.push({ gtin, language, result: 'failed', reason })
      }
      left = left.filter((key) => !reasons.has(recordId(key)))
    }
  }
}

/** Names the records in the run and takes them out of its plan; whatever else is stored of them stays. */
export async function leaveDamaged(
  { runs, plans }: Pick<SyncDeps, 'runs' | 'plans'>,
  runId: string,
  damaged: readonly Outcome[],
): Promise<void> {
  await runs.saveOutcomes(runId, damaged)
  await plans.drop(runId, damaged.map(recordId))
}

/** What is stored of each record, undefined also where it is damaged: for what is shown or linked, never for a write. */
export async function readWhole<K extends RecordKey, T>(
  keys: readonly K[],
  read: (keys: K[]) => Promise<(T | undefined)[]>,
): Promise<(T | undefined)[]> {
  const { keys: sound, found } = await readReadable(keys, read)
  const byId = new Map(sound.map((key, index) => [recordId(key), found[index]]))
  return keys.map((key) => byId.get(recordId(key)))
}
