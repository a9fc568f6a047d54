import type { Schedule } from '../story/schedule.ts'
import type { World } from '../world.ts'
import { isBarred } from './check-visitors.ts'
import { hasOtherFiles, type Expected } from './expectation.ts'

/** `verify` may report edits, and nothing else; but if Redis was lost, the author of some content is unknown. */
export async function checkVerify(
  world: World,
  expectations: ReadonlyMap<string, Expected>,
  { policy }: Pick<Schedule, 'policy'>,
): Promise<string[]> {
  const { run, findings } = await world.runs.verify()
  if (run.state !== 'done')
    return [`verify ended ${run.state}: ${run.failure?.message ?? JSON.stringify(run.counts)}`]
  return findings.flatMap(({ kind, gtin, language, pageId, detail }) => {
    const expected = expectations.get(`${gtin}/${language}`)
    const explained =
      expected !== undefined &&
      (explains(expected, kind) ||
        (kind === 'edited' && isNobodys(expected)) ||
        (kind === 'links' && linksBarred(expectations, { gtin, language }, policy)))
    return explained ? [] : [`verify tells of ${kind}: ${gtin}/${language}, page ${pageId}, ${detail}`]
  })
}

/** Whether a page of the product, or of another size, cannot be written, so that the others keep its old link. */
function linksBarred(
  expectations: ReadonlyMap<string, Expected>,
  { gtin, language }: { gtin: string; language: string },
  { familyBy }: Schedule['policy'],
): boolean {
  return [...expectations].some(
    ([record, known]) =>
      isBarred(known) &&
      (record.startsWith(`${gtin}/`) || (familyBy !== undefined && record.endsWith(`/${language}`))),
  )
}

/** Redis was lost, so the author of the content is unknown, or that of a link to a file that is gone or has other bytes. */
function isNobodys(expected: Expected): boolean {
  return expected.forgotten && (expected.unclaimed !== undefined || hasOtherFiles(expected))
}

const differences: ReadonlySet<string> = new Set(['edited', 'moved', 'foreign', 'links'])

function explains(expected: Expected, kind: string): boolean {
  const { words, trashed, page, foreign, stale, skips, held, hold } = expected
  // An editor changed both block and slug, so the page may be another one: verify reports how it differs.
  if (page === 'any' && differences.has(kind)) return true
  switch (kind) {
    case 'edited':
      // An old block of ours that an editor had saved, and that an undo restored, is that editor's.
      if (stale && skips !== undefined) return true
      if (expected.styles.length > 0) return true
      return ['title', 'excerpt', 'image', 'inner', 'whole'].some((word) => word in words)
    case 'moved':
      return 'slug' in words || 'parent' in words
    case 'trashed':
      // A page that was retired into the trash and returned: once Redis was lost, it may count as trashed by an editor.
      return trashed || (expected.forgotten && expected.statuses.includes('trash'))
    case 'links':
      // No run writes to a page that is held, or whose version is held back, not even for its links.
      return held || hold
    case 'missing':
      return page === 'deleted'
    case 'foreign':
      return foreign !== undefined || 'whole' in words
    case 'stale':
      // An old block that an editor saved over their own edit.
      return stale || 'inner' in words
    case 'duplicate':
      // A page that stayed visible after its product was gone, and that the mirror no longer knows.
      return expected.forgotten && (expected.retired === 'keep' || expected.retired === 'notice')
    default:
      return false
  }
}
