import { currentTexts } from '../../core/page/compose.ts'
import { digestOf } from '../../core/text/digest.ts'
import { isOnlyOurSave, isUnsaved, saysWanted, textsAsMade } from '../../core/page/landed.ts'
import type { PageTexts } from '../../core/record/page.ts'
import { objectionTo } from '../../core/page/duplicate-slug.ts'
import type { SyncDeps } from '../deps.ts'
import { fetchOwnUser } from '../batches/own-user.ts'
import type { FoundItem } from './page-item.ts'

/** The content that a landed write left on a page, as the base of a merge, and the content that is wanted now. */
type LandedTexts = { base: PageTexts; wanted: PageTexts }

/**
 * Finds the content that a write with a lost reply left on a page, even if a plugin of the CMS changed it. Costs one
 * request for all records, and only if a created page differs from the wanted content.
 */
export function openLandedCheck(deps: SyncDeps, signal: AbortSignal) {
  let user: Promise<number | undefined> | undefined

  return async function findLandedTexts(item: FoundItem): Promise<LandedTexts | undefined> {
    const { wanted, snapshot, intent, current } = item
    const { mirrored } = current
    const { page } = mirrored
    const { inner, ...rest } = currentTexts(mirrored)
    if (!('how' in current) || inner === undefined) return undefined
    const now = { ...rest, inner }
    const { how, sent } = current
    const isMade = how === 'sent' && isUnsaved(page)
    const isUpdated =
      sent !== undefined && isOnlyOurSave(mirrored, sent, { now, base: snapshot?.base ?? now, wanted })
    if ((!isMade && !isUpdated) || saysWanted(now, wanted)) return undefined
    if (intent?.wrote === undefined) return undefined
    const { digest, left } = intent.wrote
    if (isMade) {
      user ??= fetchOwnUser(deps, signal)
      if (objectionTo(page, { user: await user, since: intent.since }) !== undefined) return undefined
    }
    return {
      // The other fields of an adopted page are its editor's.
      base: textsAsMade(now, snapshot?.base ?? wanted, left),
      // Later changes by the partner are not written yet.
      wanted: digest === digestOf(wanted) ? textsAsMade(now, wanted, left) : wanted,
    }
  }
}
