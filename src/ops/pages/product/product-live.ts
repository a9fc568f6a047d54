import { alignedTo } from '../../../core/merge/merge-fields.ts'
import { currentTexts } from '../../../core/page/compose.ts'
import { diffTexts, nameOfText } from '../../../core/page/page-diff.ts'
import { namedTextsOf } from '../../../core/record/field-names.ts'
import type { Page } from '../../../core/record/page.ts'
import type { RecordKey } from '../../../core/record/record.ts'
import type { Snapshot } from '../../../core/record/snapshot.ts'
import { readNames, type NameDeps } from '../../../sync/runs/read-names.ts'
import { reasonOf } from '../../../lib/errors.ts'
import type { OpsDeps } from '../../deps.ts'
import type { RecordFacts } from './product-facts.ts'
import { changesOf } from './product-values.ts'
import { diffField } from '../shared/word-diff.ts'
import { readPage } from '../../../core/page/mirrored-page.ts'

type Diff = ReturnType<typeof diffField>

/** The partner's current data of a record, compared with the mirror. */
export type PartnerCheck = { text: string; diffs: Diff[] }

/** The current pages by id; `problem` if the CMS could not be read. */
export type CurrentPages = { pages: ReadonlyMap<number, Page>; problem: string | undefined }

const cmsTimeoutMs = 2_500
/** Longer, because the operator requested the check. */
const partnerTimeoutMs = 15_000
const mostPages = 100
const unchanged = 'Unchanged at the partner.'

/** Reads a product's pages from the CMS, with a short time limit. */
export async function readCurrentPages(
  { cms }: OpsDeps,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<CurrentPages> {
  if (ids.length === 0) return { pages: new Map(), problem: undefined }
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(cmsTimeoutMs)])
    const found = await cms.readPages(ids.slice(0, mostPages), limited)
    return { pages: new Map(found.map((page) => [page.id, page])), problem: undefined }
  } catch (error) {
    return { pages: new Map(), problem: `The pages could not be read from the CMS: ${reasonOf(error)}` }
  }
}

/** The fields of a page that an editor changed since the mirror wrote it, with the names of terms and files in them. */
export async function readEdits(
  deps: NameDeps,
  { page, ...key }: RecordKey & { page: Page },
  { base }: Snapshot,
  signal: AbortSignal,
): Promise<{ diffs: Diff[]; block: boolean }> {
  const { inner, ...texts } = currentTexts(readPage(key, page))
  const now = alignedTo({ ...texts, inner: inner ?? base.inner }, base)
  const names = await readNames(deps, [...namedTextsOf(base), ...namedTextsOf(now)], signal)
  const edits = diffTexts(base, now, names)
  return {
    diffs: edits.map((edit) => diffField({ ...edit, field: nameOfText(edit.field) })),
    block: inner !== undefined,
  }
}

/** Fetches a record from the partner and compares it with the snapshot. */
export async function checkPartner(
  { partner }: OpsDeps,
  { gtin, language, snapshot }: Pick<RecordFacts, 'gtin' | 'language' | 'snapshot'>,
  signal: AbortSignal,
): Promise<PartnerCheck> {
  const say = (text: string): PartnerCheck => ({ text, diffs: [] })
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(partnerTimeoutMs)])
    const fetched = await partner.fetchProduct({ gtin, language }, undefined, limited)
    switch (fetched.state) {
      case 'present': {
        if (snapshot === undefined) return say(`The partner has this product: ${fetched.product.name}.`)
        const diffs = changesOf(snapshot.product, fetched.product).map(diffField)
        return diffs.length === 0 ? say(unchanged) : { text: 'Changed at the partner:', diffs }
      }
      case 'unchanged':
        return say(unchanged)
      case 'absent':
        return say('The partner has no data in this language.')
      case 'invalid':
        return say(`The partner’s response is invalid: ${fetched.reason}`)
      case 'unreachable':
        return say(`The partner could not be reached: ${fetched.reason}`)
    }
  } catch (error) {
    return say(`The partner could not be reached: ${reasonOf(error)}`)
  }
}
