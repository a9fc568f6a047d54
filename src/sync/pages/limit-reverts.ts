import {
  partOfReplaced,
  undoneFields,
  withEarlier,
  type Rerendered,
  type UndoneFields,
} from '../../core/plan/undo-part.ts'
import { leftBy } from '../../core/plan/undo.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import { readPage } from '../../core/page/mirrored-page.ts'
import type { SimpleReason } from '../../core/reasons/reason.ts'
import type { Product } from '../../core/record/product.ts'
import { keepUndone } from '../../core/plan/undone.ts'
import type { Page, PageTexts } from '../../core/record/page.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { RevertChange } from '../../core/run/change.ts'
import { fileKey } from '../../core/text/signed-url.ts'
import type { SyncDeps } from '../deps.ts'
import { readLinks } from '../plan/read-links.ts'
import { readMedia } from '../plan/read-media.ts'
import { findTerms } from './find-terms.ts'
import { renderWanted } from './render-wanted.ts'

/** A record of which only some fields are reverted. */
type Limited = {
  change: RevertChange
  replaced: Replaced
  snapshot: Snapshot
  page: Page
  fields: UndoneFields
  /** The product with the earlier fields; undefined if only fields of the page are reverted. */
  product: Product | undefined
}

type Found = {
  change: RevertChange
  replaced: Replaced | undefined
  snapshot: Snapshot | undefined
  page: Page | undefined
}

/** The replaced version to restore, limited to the fields of the undo; or why these cannot be restored. */
export type LimitedReplaced = { replaced?: Replaced | undefined; reason?: SimpleReason }

/**
 * Limits the reverts of some fields to these. A field of the product is restored wherever the page shows it: the page
 * is rendered with the earlier and the current value, and the differences are the revert.
 */
export async function limitReverts(
  deps: SyncDeps,
  jsonLd: boolean,
  found: readonly Found[],
  signal: AbortSignal,
): Promise<(change: RevertChange, replaced: Replaced | undefined) => LimitedReplaced> {
  const limited = found.flatMap(toLimited)
  const rerender = await prepareRendering(deps, jsonLd, limited, signal)
  const results = new Map(limited.map((one) => [one.change, limitOne(deps, one, rerender)]))
  return (change, replaced) => results.get(change) ?? { replaced }
}

/** None if the whole record is reverted, or cannot be reverted at all. */
function toLimited({ change, replaced, snapshot, page }: Found): Limited[] {
  if (change.fields === undefined || replaced === undefined || snapshot === undefined || page === undefined)
    return []
  if ('reason' in leftBy(change.undoes, snapshot)) return []
  const fields = undoneFields(replaced, snapshot, change.fields)
  const earlier = fields.product.length > 0 ? replaced.product : undefined
  const product = earlier && withEarlier(snapshot.product, earlier, fields.product)
  return [{ change, replaced, snapshot, page, fields, product }]
}

type Rerender = (one: Limited, product: Product) => Rerendered | { noFile: string }

async function prepareRendering(
  deps: SyncDeps,
  jsonLd: boolean,
  limited: readonly Limited[],
  signal: AbortSignal,
): Promise<Rerender> {
  const products = limited.flatMap(({ product, snapshot }) => (product ? [product, snapshot.product] : []))
  const keys = limited.filter(({ product }) => product).map(({ change }) => change)
  const [mediaOf, { termOf }, linksOf] = await Promise.all([
    readMedia(deps, products),
    findTerms(deps, products, { create: false }, signal),
    // As of now, because the revert of a field adds and removes no page.
    readLinks(deps, undefined, keys, 'uploaded'),
  ])
  return ({ change, snapshot, page, fields }, product) => {
    const files = new Set(deps.renderer.assetsOf(product).map(({ url }) => url))
    const noFile = fields.product.find((field) => {
      const value = product[field]
      return typeof value === 'string' && files.has(fileKey(value)) && mediaOf(value) === undefined
    })
    if (noFile !== undefined) return { noFile }
    const links = linksOf(change)
    const render = (of: Product): PageTexts => {
      const update = { ...change, kind: 'update' as const, product: of, digest: snapshot.digest, fields: [] }
      const current = { state: 'ours' as const, mirrored: readPage(change, page), how: 'bound' as const }
      const site = { mediaOf, termOf, links, jsonLd }
      const rendered = renderWanted(deps, { change: update, current, snapshot }, site)
      return keepUndone(update, snapshot, rendered).wanted
    }
    return { product, now: render(snapshot.product), before: render(product), links: links.digest }
  }
}

function limitOne(deps: SyncDeps, one: Limited, rerender: Rerender): LimitedReplaced {
  const { replaced, snapshot, fields, product } = one
  if (product === undefined) return partOfReplaced(replaced, fields, undefined)
  const isCurrent = snapshot.state === 'mirrored' && snapshot.template === deps.renderer.digest
  if (!isCurrent) return { reason: { code: 'undo-other-template' } }
  const rendered = rerender(one, product)
  if ('noFile' in rendered) return { reason: { code: 'undo-no-file', field: rendered.noFile } }
  return partOfReplaced(replaced, fields, rendered)
}
