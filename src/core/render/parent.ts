import { wrapMarked } from '../block/wrap.ts'
import { paragraph } from './blocks.ts'
import { escapeTitle } from './escape.ts'
import { nameOfLanguage } from './format.ts'
import { labelsFor } from './labels.ts'
import type { LabelSets } from './labels.ts'

/** A page that product pages stand below: the root, or a language below the root. */
export type Parent = { kind: 'root' } | { kind: 'language'; language: string }

/** A parent page's texts: `inner` is the markup inside its marked block, `content` the whole block. */
export type ParentTexts = { title: string; inner: string; content: string }

/** The class tokens that mark a parent page's block. */
export function parentMarks(parent: Parent): readonly string[] {
  return parent.kind === 'root'
    ? ['product-mirror', 'mirror-root']
    : ['product-mirror', 'mirror-language', `lang-${parent.language}`]
}

/** The texts of a parent page: the root in English, a language page in its language. */
export function renderParent(parent: Parent, labels: LabelSets): ParentTexts {
  const words = labelsFor(parent.kind === 'root' ? 'en' : parent.language, labels)
  const title = parent.kind === 'root' ? words.products : nameOfLanguage(parent.language)
  const inner = paragraph(parent.kind === 'root' ? words.all_languages : words.products_in_language)
  return { title: escapeTitle(title), inner, content: wrapMarked(parentMarks(parent), inner) }
}
