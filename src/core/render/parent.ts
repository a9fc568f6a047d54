import { wrapMarked } from '../markup/wrap-block.ts'
import { factsDigest } from '../markup/visible-content.ts'
import { joinBlocks, linkList, paragraph } from './blocks.ts'
import { isRightToLeft, toRightToLeft } from './direction.ts'
import { escapeTitle } from './escape.ts'
import { createFormat, nameOfLanguage } from './locale/format.ts'
import { labelsFor } from './locale/labels.ts'
import type { LabelSets } from './locale/labels.ts'

/** A page that product pages stand below: the root, or a language below the root. */
export type Parent = { kind: 'root' } | { kind: 'language'; language: string }

/** A parent page's texts: `inner` is the markup inside its marked block, `content` the whole block. */
export type ParentTexts = { title: string; inner: string; content: string }

/** A line of a parent page's list; `note` tells it from others of the same title, "" where there are none. */
export type IndexLink = { url: string; title: string; note: string }

/** What a parent page lists, in order; `total` counts what there is, listed or not. */
export type ParentIndex = { links: readonly IndexLink[]; total: number }

/** The class tokens that mark a parent page's block. */
export function parentMarks(parent: Parent): readonly string[] {
  return parent.kind === 'root'
    ? ['product-mirror', 'mirror-root']
    : ['product-mirror', 'mirror-language', `lang-${parent.language}`]
}

/** The texts of a parent page: the root in English, a language page in its language. */
export function renderParent(parent: Parent, labels: LabelSets, index?: ParentIndex): ParentTexts {
  const language = parent.kind === 'root' ? 'en' : parent.language
  const words = labelsFor(language, labels)
  const title = parent.kind === 'root' ? words.products : nameOfLanguage(language)
  const intro = parent.kind === 'root' ? words.all_languages : words.products_in_language
  const inner = signed((signature) => {
    const blocks = [paragraph(intro, signature), ...listBlocks(index, language, words.first_products)]
    return joinBlocks(isRightToLeft(language) ? toRightToLeft(blocks, language) : blocks)
  })
  return { title: escapeTitle(title), inner, content: wrapMarked(parentMarks(parent), inner) }
}

function listBlocks(index: ParentIndex | undefined, language: string, words: string): string[] {
  if (index === undefined || index.links.length === 0) return []
  const { links, total } = index
  const blocks = [linkList(links)]
  if (total > links.length) {
    const format = createFormat(language)
    const counts = { shown: format.number(String(links.length)), all: format.number(String(total)) }
    blocks.unshift(paragraph(words.replace('{shown}', counts.shown).replace('{all}', counts.all)))
  }
  return blocks
}

/** A class that holds a digest of what the block says, so that it can be told from what a person made of it. */
function signed(render: (signature: string) => string): string {
  return render(signatureOf(render('')))
}

function signatureOf(inner: string): string {
  return `mirror-says-${factsDigest(inner).slice(0, 16)}`
}

/** Whether the inside of a parent page's block still says what we wrote there, whatever became of Redis since. */
export function isAsWritten(inner: string): boolean {
  const [found] = /\bmirror-says-[\w-]{16}/.exec(inner) ?? []
  return found !== undefined && found === signatureOf(inner)
}
