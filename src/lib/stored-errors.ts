import { MirrorError } from './errors.ts'

/** Where a value is stored: the Redis key, its field, and the record it is about. */
export type StoredPlace = { key: string; field?: string; record?: string }

/** One stored value that cannot be read; `reason` names the fault. */
export type Damaged = { shape: string; place: StoredPlace; reason: string }

/** Stored values are not what this version of the format says: truncated, overwritten, of another type. Nothing was changed. */
export class DamagedError extends MirrorError {
  readonly damaged: readonly Damaged[]
  constructor(damaged: readonly Damaged[]) {
    super(explainDamaged(damaged))
    this.damaged = damaged
  }

  /** The reason for each record that is among the damaged ones, by record id. */
  reasons(): Map<string, string> {
    return new Map(
      this.damaged.flatMap((one) =>
        one.place.record === undefined ? [] : [[one.place.record, explainDamaged([one])]],
      ),
    )
  }
}

/** A newer product-mirror stored it. This process reads nothing that it might misunderstand. */
export class NewerFormatError extends MirrorError {
  constructor(what: string, { found, known }: { found: unknown; known: number }) {
    super(
      `${what} has format ${String(found)}; this version reads up to ${known}. A newer product-mirror wrote it: upgrade this process, or restore the backup from before the upgrade.`,
    )
  }
}

export function toText({ key, field }: StoredPlace): string {
  return field === undefined ? key : `${key} ${field}`
}

function explainDamaged(damaged: readonly Damaged[]): string {
  const [first] = damaged
  if (first === undefined) return 'No stored value is damaged.'
  const more = damaged.length > 1 ? ` Damaged values in all: ${damaged.length}.` : ''
  return `The stored ${first.shape} at ${toText(first.place)} cannot be read: ${first.reason}. Nothing was changed.${more} Restore a backup, or run: product-mirror rebuild`
}
