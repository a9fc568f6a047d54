import { wrapMarked } from '../markup/wrap-block.ts'
import { factsDigest, ownFactsDigest } from '../markup/visible-content.ts'
import { joinBlocks, paragraph } from '../markup/blocks.ts'
import { isRightToLeft, toRightToLeft } from './direction.ts'
import { escapeTitle } from '../text/escape.ts'
import { listingBlocks, type Listing } from './listing-blocks.ts'
import { nameOfLanguage } from './locale/format.ts'
import { labelsFor } from './locale/labels.ts'
import type { LabelSets } from './locale/labels.ts'

/** A page above product pages: the root, or a language page below the root. */
export type Parent = { kind: 'root' } | { kind: 'language'; language: string }

/** The content of a parent page: `inner` is the markup inside its marked block, `content` the whole block. */
export type ParentTexts = { title: string; inner: string; content: string }

/** The class tokens that mark a parent page's block. */
export function parentMarks(parent: Parent): readonly string[] {
  return parent.kind === 'root'
    ? ['product-mirror', 'mirror-root']
    : ['product-mirror', 'mirror-language', `lang-${parent.language}`]
}

/** Renders a parent page: the root in English, a language page in its language. */
export function renderParent(parent: Parent, labels: LabelSets, listing?: Listing): ParentTexts {
  const language = parent.kind === 'root' ? 'en' : parent.language
  const words = labelsFor(language, labels)
  const title = parent.kind === 'root' ? words.products : nameOfLanguage(language)
  const intro = parent.kind === 'root' ? words.all_languages : words.products_in_language
  const listed = listing === undefined ? [] : listingBlocks(listing, language, labels)
  const inner = signed((signature) => {
    const blocks = [paragraph(intro, signature), ...listed]
    return joinBlocks(isRightToLeft(language) ? toRightToLeft(blocks, language) : blocks)
  })
  return { title: escapeTitle(title), inner, content: wrapMarked(parentMarks(parent), inner) }
}

const signaturePattern = /\bmirror-says-[\w-]{16}/

/** Adds a class with a digest of the block's text, which later shows whether an editor changed it. */
export function signed(render: (signature: string) => string): string {
  return render(toSignature(ownFactsDigest(withoutHosts(render('')))))
}

const toSignature = (digest: string): string => `mirror-says-${digest.slice(0, 16)}`

/** URLs are digested without their host, because a site that moves to another host replaces it on all pages. */
function withoutHosts(inner: string): string {
  return inner.replace(/(\s(?:href|src)=")https?:\/\/[^/"]+/g, '$1')
}

/** The markup of a parent page's block with the digest of another version that has the same text. */
export function withSignature(inner: string, like: string): string {
  const signature = String(signaturePattern.exec(like))
  return inner.replaceAll(new RegExp(signaturePattern, 'g'), () => signature)
}

/** Whether a parent page's block still has the text that we wrote. This works even after Redis lost its data. */
export function isAsWritten(inner: string): boolean {
  const [found] = signaturePattern.exec(inner) ?? []
  // Earlier versions included the host.
  const texts = [withoutHosts(inner), inner]
  return found !== undefined && texts.some((text) => found === toSignature(factsDigest(text)))
}
