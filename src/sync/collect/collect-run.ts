import { unknownLanguages } from '../../core/mapping/unknown-languages.ts'
import { uniqueNotes, type Note } from '../../core/reasons/note.ts'
import { damagedNotes } from '../runs/add-notes.ts'
import { ConfigError, UnusableError } from '../../lib/errors.ts'
import { explainDamaged } from '../../lib/stored-errors.ts'
import { isWhole, type Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'
import { saveColumns } from './save-columns.ts'

/** One plan-chunk job: records of one language. */
export type Chunk = { language: string; gtins: string[] }

/** Records per chunk: each job costs Redis some forty commands, but a few jobs must keep several processes busy. */
const [smallestChunk, largestChunk] = [100, 500]
/** With fewer, some of four processes wait for the last chunks of the others. */
const leastChunks = 32

/**
 * Reads the catalogue and the partner's languages, stores both with the run, and divides the records into chunks. If
 * they are read again after a crash, both only grow: earlier chunks do not change, and new ones are appended. Throws
 * UnusableError if the partner serves none of the wanted languages, and ConfigError for a text of the map in an unknown
 * one.
 */
export async function collectRun(
  deps: SyncDeps,
  runId: string,
  signal: AbortSignal,
): Promise<Iterable<Chunk> | AsyncIterable<Chunk>> {
  const run = await deps.runs.read(runId)
  if (run === undefined) return []
  const catalog = await deps.readCatalog(signal)
  const { served, wanted, usable } = await readLanguages(deps, run, signal)
  const [unknown] = deps.map === undefined ? [] : unknownLanguages(deps.map, served)
  if (unknown !== undefined) throw new ConfigError(unknown)
  const { gtins: scopeGtins } = run.scope
  // A run over some products compares only these with the catalogue.
  const kept =
    scopeGtins === undefined ? catalog.gtins : catalog.gtins.filter((gtin) => scopeGtins.includes(gtin))
  const notes: Note[] = [
    ...damagedNotes(await deps.damaged.moveForeign(deps.now().getTime(), { languages: usable })),
    // A rebuild recreates damaged values from the CMS.
    ...(run.kind === 'rebuild' ? damagedNotes(await deps.damaged.moveAway(deps.policy.menuId)) : []),
    ...(run.kind !== 'rebuild' && isWhole(run) ? await nameUnreadable(deps) : []),
    ...(await saveColumns(deps, catalog, kept)),
    ...[...catalog.faults, ...catalog.notes].map((detail) => ({ code: 'catalog' as const, detail })),
    ...wanted
      .filter((language) => !served.includes(language))
      .map((language) => ({ code: 'language-not-served' as const, language })),
    ...(scopeGtins ?? [])
      .filter((gtin) => !catalog.gtins.includes(gtin))
      .map((gtin) => ({ code: 'not-in-catalog' as const, gtin })),
  ]
  if (usable.length === 0) {
    throw new UnusableError(
      'partner',
      `The partner serves none of the wanted languages (${wanted.join(', ')}); it lists ${served.join(', ') || 'none'}. Check LANGUAGES, or contact the partner.`,
    )
  }
  await deps.runs.saveCatalog(runId, kept)
  const listed = await deps.runs.countCatalog(runId, scopeGtins)
  const languages = [...new Set([...run.languages, ...usable])]
  const { unreadable } = catalog
  const counts = { ...run.counts, records: listed * languages.length }
  await deps.runs.update(runId, {
    languages,
    unreadable,
    counts,
    notes: uniqueNotes([...run.notes, ...notes]),
  })
  const chunkSize = await sizeOfChunks(deps, runId, counts.records)
  await deps.runs.setProgress(runId, { total: counts.records, chunkSize })
  if (run.kind === 'sync' && isWhole(run)) await deps.etags.startRun(runId, Date.parse(run.createdAt))
  deps.log.info({ runId, gtins: listed, languages, faults: catalog.faults.length }, 'catalogue read')
  return walkChunks(deps, run, { languages, chunkSize })
}

/** Lists and counts omit unreadable values, so the run reports them. */
async function nameUnreadable({ damaged, policy }: SyncDeps): Promise<Note[]> {
  const moved = await damaged.moveRenewed()
  const { named, more } = await damaged.find(policy.menuId)
  const others = more > 0 ? [`${more} other stored values cannot be read either`] : []
  return damagedNotes([...moved, ...named.map((one) => explainDamaged([one])), ...others])
}

/** The size that the run already has, because its chunks must not change; else by the number of its records. */
async function sizeOfChunks({ runs }: SyncDeps, runId: string, records: number): Promise<number> {
  const { total, chunkSize } = await runs.progress(runId)
  if (chunkSize !== undefined) return chunkSize
  // Version 0.3.0 may have queued some of its chunks.
  if (total !== undefined) return smallestChunk
  const hundreds = Math.floor(records / leastChunks / smallestChunk)
  return Math.min(largestChunk, Math.max(1, hundreds) * smallestChunk)
}

/** Streams the chunks, because a catalogue may be too large for the memory of a process. */
async function* walkChunks(
  { runs }: SyncDeps,
  { id, scope }: Run,
  { languages, chunkSize }: { languages: readonly string[]; chunkSize: number },
): AsyncIterable<Chunk> {
  for (const language of languages)
    for await (const gtins of runs.walkCatalog(id, chunkSize, scope.gtins)) yield { language, gtins }
}

/** The languages that the partner serves, those that a run wants, and the intersection. */
export async function readLanguages(
  { partner, languages }: SyncDeps,
  { scope }: Run,
  signal: AbortSignal,
): Promise<Record<'served' | 'wanted' | 'usable', readonly string[]>> {
  const served = await partner.fetchLanguages(signal)
  const wanted = scope.languages ?? (languages === 'all' ? served : languages)
  return { served, wanted, usable: served.filter((language) => wanted.includes(language)) }
}
