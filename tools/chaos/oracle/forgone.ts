import { countBlocks, partsOf, type PageRow } from '../actors/pages.ts'
import type { Conflict } from '../actors/runs.ts'
import { pluginMark } from '../actors/server.ts'
import { signsOf } from './contested.ts'
import type { Expected } from './expectation.ts'
import type { Around } from './undone.ts'
import { sameProduct } from './versions.ts'
import type { Done } from '../actors/editors.ts'

// Content that an editor saw and decided to overwrite. Each item is named, so that no other content of theirs may be lost
// with it.

const name = {
  title: (text: string) => `title ${text}`,
  excerpt: (text: string) => `excerpt ${text}`,
  image: (id: number | string) => `image ${id}`,
  sign: (sign: string) => `sign ${sign}`,
  empty: 'empty block',
  gone: 'no block',
}

export function seenOnPage(page: PageRow | undefined): string[] {
  if (page === undefined) return []
  return [
    name.title(page.title),
    name.excerpt(page.excerpt),
    name.image(page.featuredMedia),
    ...seenInside(partsOf(page.content)?.inner),
  ]
}

export function seenInConflict({ fields, block }: Conflict): string[] {
  return fields.flatMap(({ field, theirs }) => {
    if (field === 'title') return [name.title(theirs)]
    if (field === 'excerpt') return [name.excerpt(theirs)]
    if (field === 'featuredMedia') return [name.image(theirs)]
    return seenInside(block === 'missing' ? undefined : theirs)
  })
}

function seenInside(inner: string | undefined): string[] {
  if (inner === undefined) return [name.gone]
  return inner.trim() === '' ? [name.empty] : signsOf(inner).map(name.sign)
}

/** The expectation once the page is seen: content that an editor gave up and that is gone is no longer expected. */
export function withoutForgone(before: Expected, page: PageRow | undefined): Expected {
  if (before.forgone.length === 0 || page === undefined || before.page !== 'alive') return before
  const now = structuredClone(before)
  const { words } = now
  const isForgone = (text: string): boolean => now.forgone.includes(text)
  if (words.title !== undefined && words.title !== page.title && isForgone(name.title(words.title)))
    delete words.title
  if (words.excerpt !== undefined && words.excerpt !== page.excerpt && isForgone(name.excerpt(words.excerpt)))
    delete words.excerpt
  if (words.image !== undefined && words.image !== page.featuredMedia && isForgone(name.image(words.image)))
    delete words.image
  const parts = partsOf(page.content)
  if (parts !== undefined) {
    giveUpInner(now, parts.inner, isForgone)
    if (words.whole !== undefined && countBlocks(words.whole) === 0 && isForgone(name.gone)) {
      words.outside = { before: words.whole, after: '' }
      delete words.whole
      delete words.opening
      delete words.inner
    }
  }
  now.touched = (['title', 'excerpt', 'inner', 'whole', 'outside'] as const).some((word) => word in words)
  return now
}

function giveUpInner(now: Expected, inner: string, isForgone: (text: string) => boolean): void {
  const { words } = now
  if (words.inner === undefined) return
  if (words.inner.trim() === '') {
    if (inner.trim() !== '' && isForgone(name.empty)) delete words.inner
  } else {
    const signs = signsOf(words.inner)
    const gone = signs.filter((sign) => !inner.includes(sign))
    if (gone.length === 0 || !gone.map(name.sign).every(isForgone)) return
    if (gone.length < signs.length) words.inner = inner
    else delete words.inner
  }
  if (words.inner === undefined) now.contested = []
}

/** Content that an editor decided to overwrite and that is still there, even though no side changed anything since. */
export function stillThere(
  { before, after }: Around,
  actions: readonly Done[],
  page: PageRow | undefined,
): string[] {
  const last = actions.findLast(({ reason }) => reason === undefined)
  if (last?.action.do !== 'overwrite' || last.when !== 'before' || last.before === undefined) return []
  const isAtRest = [before, after].every(
    ({ page: there, hold, skips, trashed, retired, held, words }) =>
      there === 'alive' &&
      !hold &&
      !trashed &&
      !held &&
      skips === undefined &&
      retired === undefined &&
      words.whole === undefined,
  )
  const isSame = after.version !== undefined && sameProduct(before.version, after.version)
  const [then, now] = [seenOnPage(last.before), seenOnPage(page)]
  const { title, excerpt, image } = before.words
  const written = new Set([
    ...(title === undefined ? [] : [name.title(title)]),
    ...(excerpt === undefined ? [] : [name.excerpt(excerpt)]),
    ...(image === undefined ? [] : [name.image(image)]),
    ...signsOf(before.words.inner ?? '').map(name.sign),
  ])
  const { seen = [] } = last
  if (!isAtRest || !isSame || !seen.every((text) => then.includes(text))) return []
  // The plug-in marks an editor's cell with our next write: since then it differs from the content of the decision.
  const isMarked = (text: string): boolean =>
    last.before?.content.includes(`${text.replace(name.sign(''), '')} ${pluginMark}`) === true
  return seen.filter((text) => written.has(text) && now.includes(text) && !isMarked(text))
}
