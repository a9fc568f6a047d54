import { digestOf } from '../text/digest.ts'
import type { Page } from '../record/page.ts'

/** A fingerprint of a record's pages; a save that changes neither status nor content does not change it. */
export function fingerprintOf(pages: readonly Page[]): string {
  const lines = pages.map(
    ({ id, status, title, excerpt, content, featuredMedia }) =>
      `${id} ${status} ${digestOf([title, excerpt, content, featuredMedia])}`,
  )
  return lines.join(', ') || none
}

const none = 'nothing'

/** Describes how a page differs from its state in the plan. */
export function explainPageChange(before: string | undefined, now: string): string {
  if (now === none) return 'the page is gone'
  if (before === none) return 'a page appeared at its address'
  const [[idBefore, was] = [], [id, is] = []] = [before ?? '', now].map((text) => text.split(' '))
  return was === undefined || idBefore !== id || was === is
    ? 'the page was edited'
    : `the page was ${was} and is ${is} now`
}
