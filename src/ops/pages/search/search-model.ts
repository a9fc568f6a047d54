import { readGtin, looksLikeGtin } from '../../../core/record/gtin-forms.ts'
import { describePresence, absenceOf, type PresenceFacts } from '../../../core/report/presence.ts'
import { codeOf, nameOfState, stateOf } from '../../../core/report/record-state.ts'
import { isWhole } from '../../../core/run/run.ts'
import { formatTime } from '../../../core/text/format.ts'
import { sentenceOf } from '../../../core/report/sentence.ts'
import { groupBy } from '../../../lib/chunks.ts'
import { readFacts } from '../../../sync/decisions/read-facts.ts'
import type { FoundProduct } from '../../../sync/views/find-products.ts'
import type { OpsDeps } from '../../deps.ts'
import { readProductFacts, type RecordFacts } from '../product/product-facts.ts'
import { reasonsOf } from '../product/product-state.ts'
import { webLink } from '../shared/links.ts'
import { readThumbnails } from './thumbnails.ts'

/** The longer side of a thumbnail in pixels: of one product, and in a list. */
const [largeSide, smallSide] = [160, 48]

/** A product: one sentence about its presence on the site, and its state in each language. */
export async function readOne(deps: OpsDeps, gtin: string) {
  const { records, entries } = await readProductFacts(deps, gtin)
  const because = await explainUnknown(deps, gtin)
  const otherwise = { pageStatus: deps.policy.pageStatus, because }
  const known = records.filter(
    (record) => record.head ?? record.last ?? record.planned ?? record.failing ?? record.pending,
  )
  const facts = known.map((record): PresenceFacts => ({
    ...record,
    entries: entries.filter(({ language }) => language === record.language),
    writtenAt: record.snapshot?.writtenAt,
  }))
  const product = records.find(({ snapshot }) => snapshot)?.snapshot?.product
  const [thumbnail] = await readThumbnails(deps, [product], largeSide)
  return {
    thumbnail,
    gtin,
    name: product?.name ?? '',
    itemNumber: product?.item_number ?? '',
    sentence: describePresence(facts, otherwise),
    isThere: facts.some((record) => absenceOf(record, otherwise) === undefined),
    isKnown: known.length > 0,
    rows: known.map((record) => toRow(deps, record)),
    others: records.filter((record) => !known.includes(record)).map(({ language }) => language),
  }
}

function toRow({ editorUrl }: OpsDeps, record: RecordFacts) {
  const { language, head, snapshot, last } = record
  const state = stateOf(record)
  const pageId = head?.pageId
  return {
    language,
    state,
    stateName: nameOfState(state),
    reasons: reasonsOf(record),
    pageId,
    link: webLink(head?.link ?? last?.link),
    editor: pageId === undefined ? undefined : webLink(editorUrl?.(pageId)),
    written: snapshot && formatTime(snapshot.writtenAt),
  }
}

/** Why the mirror has nothing about a product in a language, as a clause. */
async function explainUnknown({ runs }: OpsDeps, gtin: string): Promise<string> {
  const last = (await runs.list(20)).find((run) => run.kind === 'sync' && isWhole(run))
  if (last === undefined) return 'no full run has read the catalogue yet'
  if ((await runs.countCatalog(last.id)) === 0) return 'no run of the last 90 days processed it'
  const [isListed] = await runs.inCatalog(last.id, [gtin])
  return isListed === true
    ? `it is in the catalogue, but the partner had no data for it in run ${last.id}`
    : `it is not in the catalogue that run ${last.id} read`
}

/** Products in a list, each with its most severe state in the languages that matched. */
export async function readHits(deps: OpsDeps, products: readonly FoundProduct[]) {
  const keys = products.flatMap(({ gtin, languages }) => languages.map((language) => ({ gtin, language })))
  const named = products.map(({ gtin, languages }) => ({ gtin, language: languages[0] ?? '' }))
  const [facts, snapshots] = await Promise.all([readFacts(deps, keys), deps.snapshots.read(named)])
  const states = groupBy(
    keys.map(({ gtin }, at) => ({ gtin, state: stateOf(facts[at] ?? {}) })),
    ({ gtin }) => gtin,
  )
  const thumbnails = await readThumbnails(
    deps,
    snapshots.map((snapshot) => snapshot?.product),
    smallSide,
  )
  return products.map(({ gtin, languages }, at) => {
    const [worst = 'none'] = (states.get(gtin) ?? [])
      .map(({ state }) => state)
      .sort((a, b) => codeOf(b) - codeOf(a))
    const product = snapshots[at]?.product
    return {
      gtin,
      thumbnail: thumbnails[at],
      name: product?.name ?? '',
      itemNumber: product?.item_number ?? '',
      languages: languages.join(', '),
      state: worst,
      stateName: nameOfState(worst),
    }
  })
}

/** The message for a search without a result. */
export function explainNone(query: string): string {
  if (query === '') return 'Enter a name, an item number, a GTIN, the title of a page or its URL.'
  const digits = query.replace(/\D/g, '')
  if (digits.length > 6 && looksLikeGtin(query)) {
    const read = readGtin(query)
    if (!read.ok) return sentenceOf(`“${query}” ${read.reason}`)
  }
  return 'No product matches. Check the spelling, or search for fewer words. A product that has no page yet is found only by its GTIN.'
}
