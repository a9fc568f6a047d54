import { identityTokens } from '../record/record.ts'
import type { RecordKey } from '../record/record.ts'
import { attributesOf, blockTokens } from './block-tokens.ts'
import type { BlockToken } from './block-tokens.ts'

/**
 * The offsets of a marked group block in a page's content: `start` to `end` with its delimiters, `innerStart` right
 * after the wrapper's opening tag, `innerEnd` right before its closing tag.
 */
export type BlockPlace = { start: number; end: number; innerStart: number; innerEnd: number }

export type BlockSearch =
  | ({ state: 'ok' } & BlockPlace)
  | { state: 'missing' }
  | { state: 'duplicate'; count: number }
  | { state: 'broken'; reason: string }

/** Finds the mirrored block of a record; ignores those of other records. */
export function findBlock(content: string, key: RecordKey): BlockSearch {
  return findMarked(content, identityTokens(key))
}

/** Finds the one group block that carries all of these class tokens. */
export function findMarked(content: string, marks: readonly string[]): BlockSearch {
  const tokens = blockTokens(content)
  const found = tokens.flatMap((token, index) => (isMarked(token, marks) ? [index] : []))
  const [first, ...others] = found
  if (others.length > 0) return { state: 'duplicate', count: found.length }
  if (first !== undefined) return placeOf(content, tokens, first)
  return hasMarksElsewhere(content, marks)
    ? { state: 'broken', reason: 'its class tokens are outside a group block' }
    : { state: 'missing' }
}

/** The markup inside the wrapper. */
export function innerOf(content: string, place: BlockPlace): string {
  return content.slice(place.innerStart, place.innerEnd)
}

/** The content with new markup inside the wrapper; everything outside is kept byte for byte. */
export function replaceInner(content: string, place: BlockPlace, inner: string): string {
  return content.slice(0, place.innerStart) + inner + content.slice(place.innerEnd)
}

function isMarked(token: BlockToken, marks: readonly string[]): boolean {
  if (token.kind === 'close' || token.name !== 'core/group') return false
  const className = attributesOf(token)?.['className']
  return typeof className === 'string' && hasMarks(className, marks)
}

function hasMarks(className: string, marks: readonly string[]): boolean {
  const tokens = new Set(className.split(/\s+/))
  return marks.every((mark) => tokens.has(mark))
}

/** A group that was converted to another kind of block, or to plain HTML, still exists and must not be added again. */
function hasMarksElsewhere(content: string, marks: readonly string[]): boolean {
  const classes = content.matchAll(/\bclass(?:Name"\s*:\s*|\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi)
  return classes.some(([, double, single]) => hasMarks(String(double ?? single), marks))
}

function placeOf(content: string, tokens: readonly BlockToken[], index: number): BlockSearch {
  const open = tokens[index]
  if (!open || open.kind === 'void') return { state: 'broken', reason: 'the group has no content' }
  const closed = closerOf(tokens, index)
  if ('reason' in closed) return { state: 'broken', reason: closed.reason }
  const { closer } = closed
  const html = content.slice(open.end, closer.start)
  const head = /^\s*<([a-z][a-z0-9-]*)/i.exec(html)
  const headEnd = head ? endOfTag(html, head[0].length) : -1
  const tailStart = html.lastIndexOf('</')
  const tail = /^<\/([a-z][a-z0-9-]*)\s*>\s*$/i.exec(html.slice(tailStart))
  const isWhole = head && tail && headEnd !== -1 && tailStart >= headEnd
  if (!isWhole || head[1]?.toLowerCase() !== tail[1]?.toLowerCase()) {
    return { state: 'broken', reason: 'the group does not hold one wrapper element' }
  }
  return {
    state: 'ok',
    start: open.start,
    end: closer.end,
    innerStart: open.end + headEnd,
    innerEnd: open.end + tailStart,
  }
}

/**
 * The offset after the `>` that ends a tag whose name ends at `from`; -1 without one. Quoted values may contain a `>`.
 */
function endOfTag(html: string, from: number): number {
  const part = /[^>"']+|"[^"]*"|'[^']*'|>/y
  for (part.lastIndex = from; ;) {
    const found = part.exec(html)
    if (found === null) return -1
    if (found[0] === '>') return part.lastIndex
  }
}

function closerOf(tokens: readonly BlockToken[], index: number): { closer: BlockToken } | { reason: string } {
  const opened: string[] = []
  for (const token of tokens.slice(index)) {
    if (token.kind === 'open') opened.push(token.name)
    if (token.kind !== 'close') continue
    const innermost = opened.pop()
    if (innermost !== token.name) {
      return { reason: `${token.name} is closed where ${innermost} is open, at character ${token.start}` }
    }
    if (opened.length === 0) return { closer: token }
  }
  return { reason: `${opened.at(-1)} is never closed` }
}
