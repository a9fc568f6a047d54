import { innerOf, replaceInner } from '../../core/markup/find-block.ts'
import { jsonLdType, withoutJsonLd } from '../../core/markup/json-ld.ts'
import { recordOfPage } from '../../core/page/compare-page.ts'
import { readPage } from '../../core/page/mirrored-page.ts'
import type { PageTexts, PageWrite } from '../../core/record/page.ts'
import type { SyncDeps } from '../deps.ts'

/**
 * Whether pages may contain JSON-LD: for a user without the right to write scripts, the CMS would remove its tags and
 * show it as text. The right may change at any time. `pageId`: any page, if one is known.
 */
export async function mayHaveJsonLd(
  { cms, renderer }: Pick<SyncDeps, 'cms' | 'renderer'>,
  pageId: number | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  return renderer.hasJsonLd && (await cms.mayWriteScripts(pageId, signal)) === true
}

export function withoutScripts(texts: PageTexts): PageTexts {
  return { ...texts, inner: withoutJsonLd(texts.inner) }
}

/** The same use case for a user without the right: no mirrored block that it writes contains JSON-LD. */
export function withoutScriptRight<Deps extends Pick<SyncDeps, 'cms'>>(deps: Deps): Deps {
  const { cms } = deps
  const writePages: typeof cms.writePages = (writes, signal) => cms.writePages(writes.map(filtered), signal)
  return { ...deps, cms: { ...cms, writePages } }
}

/** An undo or a merge may restore a block that was written with the right. */
function filtered(write: PageWrite): PageWrite {
  if (write.kind === 'delete' || write.body.content?.includes(jsonLdType) !== true) return write
  const { content, slug = '' } = write.body
  const key = recordOfPage({ content, slug }, [])
  const block = key && readPage(key, { content }).block
  if (block?.state !== 'ok') return write
  const inner = withoutJsonLd(innerOf(content, block))
  return { ...write, body: { ...write.body, content: replaceInner(content, block, inner) } }
}
