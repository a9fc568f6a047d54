import { MirrorError } from './errors.ts'

/** The location of a stored value; `record` is its record's id if the field is another string. */
export type StoredPlace = { key: string; field?: string; record?: string }

export type Damaged = { shape: string; place: StoredPlace; reason: string }

/** Some records cannot be processed; the others can. */
export abstract class RecordsError extends MirrorError {
  /** The reason for each such record, by record id. */
  abstract reasons(): ReadonlyMap<string, string>
}

/** Stored products exceed a limit that the version which stored them did not have. */
export class BeyondLimitsError extends RecordsError {
  readonly #faults: ReadonlyMap<string, string>
  constructor(faults: ReadonlyMap<string, string>) {
    const [first = ['', '']] = faults
    super(`The stored product of ${first.join(': ')}; its page stays as it is until then.`)
    this.#faults = faults
  }

  reasons(): Map<string, string> {
    return new Map(
      [...this.#faults].map(([record, reason]) => [record, `${reason}; its page stays as it is until then`]),
    )
  }
}

/**
 * Stored values do not match their format: truncated, overwritten or of another type. Nothing was changed.
 */
export class DamagedError extends RecordsError {
  readonly damaged: readonly Damaged[]
  constructor(damaged: readonly Damaged[]) {
    super(`${explainDamaged(damaged)}.`)
    this.damaged = damaged
  }

  reasons(): Map<string, string> {
    return new Map(
      this.damaged.map((one) => [one.place.record ?? one.place.field ?? '', explainDamaged([one])]),
    )
  }
}

/** A newer product-mirror stored the value; this version might misread it. */
export class NewerFormatError extends MirrorError {
  constructor(what: string, { found, known }: { found: unknown; known: number }) {
    super(
      `${what} has format ${String(found)}; this version reads up to ${known}. A newer product-mirror wrote it: upgrade this process, or restore the backup from before the upgrade.`,
    )
  }
}

/** A preview version stored the mirror's data under other keys, before the first release; no version reads them any more. */
export class OldLayoutError extends MirrorError {
  constructor(mirrorId: string, { found, known }: { found: string; known: number }) {
    super(
      `The data of mirror ${mirrorId} has key layout ${found}; this version reads layout ${known}. A preview version of 22 November 2026 or earlier wrote it, before the first release. Nothing was changed. Empty this database if no other mirror uses it, or choose another one (REDIS_URL, or DATA_DIR) or another MIRROR_ID; then run the commands rebuild and plan.`,
    )
  }
}

export function toText({ key, field }: StoredPlace): string {
  return field === undefined ? key : `${key} ${field}`
}

/** `The stored run at pm:demo:run:7 cannot be read: unexpected shape. Nothing was changed.` */
export function damagedText({ shape, place, reason }: Damaged): string {
  return `The stored ${shape} at ${toText(place)} cannot be read: ${reason}. Nothing was changed.`
}

/** The same with the remedy, without the final full stop. */
export function explainDamaged(damaged: readonly Damaged[]): string {
  const [first] = damaged
  if (first === undefined) return 'No stored value is damaged'
  const more = damaged.length > 1 ? ` ${damaged.length} values are damaged in total.` : ''
  return `${damagedText(first)}${more} Restore a backup, or run the command rebuild`
}
