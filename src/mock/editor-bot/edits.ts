import { escapeHtml } from '../cms/text/render.ts'
import { findGroup, type Group } from './group.ts'

export type Edited = { readonly content: string; readonly text?: string; readonly was?: string }

/** Replaces one text node inside the group, selected by `drawn`, or appends to it. */
export function editInside(
  content: string,
  edit: { text: string | undefined; addition: string; drawn: number },
): Edited {
  const { innerStart, innerEnd } = groupIn(content)
  const inner = content.slice(innerStart, innerEnd)
  const found = [...inner.matchAll(/>([^<>]*[^<>\s][^<>]*)(?=<)/g)]
  const chosen = found[edit.drawn % found.length]
  if (chosen === undefined) throw new CannotEdit('The mirrored block holds no text.')
  const was = chosen[1] ?? ''
  const text = edit.text === undefined ? `${was} ${edit.addition}` : escapeHtml(edit.text)
  const at = innerStart + chosen.index + 1
  return { content: content.slice(0, at) + text + content.slice(at + was.length), text, was }
}

/** Adds a paragraph next to the group, or at that end of a page without one. */
export function editOutside(content: string, where: 'before' | 'after', text: string): Edited {
  const paragraph = `<!-- wp:paragraph -->\n<p>${escapeHtml(text)}</p>\n<!-- /wp:paragraph -->`
  const group = findGroup(content)
  const at = where === 'before' ? (group?.start ?? 0) : (group?.end ?? content.length)
  const added = where === 'before' ? `${paragraph}\n\n` : `\n\n${paragraph}`
  return { content: content.slice(0, at) + added + content.slice(at), text }
}

export function duplicateGroup(content: string): Edited {
  const { start, end } = groupIn(content)
  return { content: `${content.slice(0, end)}\n\n${content.slice(start)}` }
}

export function unlockGroup(content: string): Edited {
  const { start, openEnd, attributes } = groupIn(content)
  const { templateLock: _templateLock, lock: _lock, ...rest } = attributes
  const opening = `<!-- wp:group ${JSON.stringify(rest)} -->`
  return { content: content.slice(0, start) + opening + content.slice(openEnd) }
}

export function removeGroup(content: string): Edited {
  const { start, end } = groupIn(content)
  return { content: (content.slice(0, start) + content.slice(end).replace(/^\n\n/, '')).trimEnd() }
}

export function emptyGroup(content: string): Edited {
  const { innerStart, innerEnd } = groupIn(content)
  return { content: content.slice(0, innerStart) + content.slice(innerEnd) }
}

/** The reason why an edit failed. */
export class CannotEdit extends Error {}

function groupIn(content: string): Group {
  const group = findGroup(content)
  if (group === undefined) throw new CannotEdit('The page holds no mirrored block.')
  return group
}
