import { currentTexts } from '../../../core/page/compose.ts'
import { diffTexts, nameOfText } from '../../../core/markup/page-diff.ts'
import type { Page } from '../../../core/page/page.ts'
import type { RecordKey } from '../../../core/record/record.ts'
import type { Snapshot } from '../../../core/record/snapshot.ts'
import { reasonOf } from '../../../lib/errors.ts'
import type { OpsDeps } from '../../deps.ts'
import { changesOf } from './product-values.ts'
import { diffWords, type WordDiff } from '../shared/word-diff.ts'

type Diff = WordDiff & { field: string }

/** What the partner says of a record just now. */
export type Asked = { text: string; diffs: Diff[] }

/** The pages that the CMS holds just now, by id; `problem` when it did not say. */
export type CurrentState = { pages: ReadonlyMap<number, Page>; problem: string | undefined }

const withinMs = 2_500
/** Somebody pressed a button for it. */
const askWithinMs = 15_000
const mostPages = 100

/** Looks at a product’s pages in the CMS; waits no longer than people do. */
export async function readCurrentPages(
  { cms }: Pick<OpsDeps, 'cms'>,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<CurrentState> {
  if (ids.length === 0) return { pages: new Map(), problem: undefined }
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
    const found = await cms.readPages(ids.slice(0, mostPages), limited)
    return { pages: new Map(found.map((page) => [page.id, page])), problem: undefined }
  } catch (error) {
    return { pages: new Map(), problem: `The CMS did not say how the pages are now: ${reasonOf(error)}` }
  }
}

/** What an editor changed on a page since the mirror wrote it, word by word. */
export function editsOn(key: RecordKey, page: Page, { base }: Snapshot): { diffs: Diff[]; block: boolean } {
  const { inner, ...texts } = currentTexts(key, page)
  const diffs = diffTexts(base, { ...texts, inner: inner ?? base.inner })
  return {
    diffs: diffs.map(({ field, before, after }) => ({
      field: nameOfText(field),
      ...diffWords(before, after),
    })),
    block: inner !== undefined,
  }
}

/** Asks the partner for a record and compares with what the page shows. */
export async function askPartner(
  { partner }: Pick<OpsDeps, 'partner'>,
  key: RecordKey,
  snapshot: Snapshot | undefined,
  signal: AbortSignal,
): Promise<Asked> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)])
    const fetched = await partner.fetchProduct(key, undefined, limited)
    switch (fetched.state) {
      case 'present': {
        if (snapshot === undefined) return { text: `The partner has it: ${fetched.product.name}.`, diffs: [] }
        const changes = changesOf(snapshot.product, fetched.product)
        const diffs = changes.map(({ field, before, after }) => ({ field, ...diffWords(before, after) }))
        const same = 'The partner says just what the mirror knows.'
        return { text: diffs.length === 0 ? same : 'The partner says something else by now:', diffs }
      }
      case 'unchanged':
        return { text: 'The partner says that nothing changed.', diffs: [] }
      case 'absent':
        return { text: 'The partner does not have it in this language.', diffs: [] }
      case 'invalid':
        return { text: `The partner’s answer cannot be used: ${fetched.reason}`, diffs: [] }
      case 'unreachable':
        return { text: `The partner could not be asked: ${fetched.reason}`, diffs: [] }
    }
  } catch (error) {
    return { text: `The partner could not be asked: ${reasonOf(error)}`, diffs: [] }
  }
}
