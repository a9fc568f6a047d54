import { attributesOf, blockTokens, type BlockToken } from './block-tokens.ts'
import type { BlockPlace } from './find-block.ts'
import { canonicalBlockJson } from './wrap-block.ts'

/** The class tokens in the delimiter of a group block. */
export function classesOf(content: string, place: BlockPlace): string[] {
  const [open] = blockTokens(content.slice(place.start, place.innerStart))
  return splitClasses(String(open && attributesOf(open)?.['className']))
}

/**
 * Replaces the class tokens that match `isOld` with `token`, in the delimiter and opening tag of a group block. All
 * other attributes and classes stay as they are. Unchanged if a class attribute cannot be found.
 */
export function replaceClass(
  content: string,
  { start, innerStart }: BlockPlace,
  { isOld, token }: { isOld: (token: string) => boolean; token: string },
): string {
  const head = content.slice(start, innerStart)
  const change = (classes: string): string => {
    const others = splitClasses(classes).filter((one) => !isOld(one))
    return [...others, token].join(' ')
  }
  const [open] = blockTokens(head)
  const json = open && changeInJson(open, change)
  const tag = open && changeInTag(head.slice(open.end), change)
  if (open === undefined || json === undefined || tag === undefined) return head
  return head.slice(0, open.end).replace(open.json, () => json) + tag
}

function changeInJson(open: BlockToken, change: (classes: string) => string): string | undefined {
  const className = attributesOf(open)?.['className']
  if (typeof className !== 'string') return undefined
  const changed = open.json.replaceAll(
    /("className"\s*:\s*)("(?:[^"\\]|\\.)*")/g,
    (whole, name: string, value: string) =>
      JSON.parse(value) === className ? name + canonicalJson(change(className)) : whole,
  )
  return changed === open.json && change(className) !== className ? undefined : changed
}

function canonicalJson(value: string): string {
  return canonicalBlockJson({ value }).slice('{"value":'.length, -1)
}

/** Skips attributes one by one, because the value of another may look like a class attribute. */
function changeInTag(html: string, change: (classes: string) => string): string | undefined {
  const attributes = html.matchAll(/\s([^\s"'>/=]+)(?:(\s*=\s*)(?:"([^"]*)"|'([^']*)'|[^\s"'>]+))?/g)
  for (const { index, 0: whole, 1: name = '', 2: equals = '', 3: double, 4: single } of attributes) {
    const value = double ?? single
    if (name.toLowerCase() !== 'class' || value === undefined) continue
    const quote = double === undefined ? "'" : '"'
    const changed = whole.slice(0, 1) + name + equals + quote + change(value) + quote
    return html.slice(0, index) + changed + html.slice(index + whole.length)
  }
  return undefined
}

function splitClasses(classes: string): string[] {
  return classes.split(/\s+/).filter((token) => token !== '')
}
