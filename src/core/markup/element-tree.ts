import type { Handler } from 'htmlparser2'
import { boundedParser } from './bounded-parser.ts'

/** An element with the offsets of its tags in the markup. */
export type Element = { name: string; start: number; end: number; children: Element[] }

/** An element is visited once per ancestor. */
const mostDepth = 100

/**
 * The elements of markup. Undefined if an end tag is missing, because the offsets are unreliable then, or if they are
 * nested deeper than on any page.
 */
export function elementTree(markup: string): Element[] | undefined {
  const root: Element = { name: '', start: 0, end: markup.length, children: [] }
  const opened = [root]
  let isWhole = true
  const handler: Partial<Handler> = {
    onopentag(name) {
      const element = { name, start: parser.startIndex, end: parser.endIndex + 1, children: [] }
      opened.at(-1)?.children.push(element)
      opened.push(element)
    },
    onclosetag(name, isImplied) {
      for (const element of opened.splice(-1)) if (!isImplied) element.end = parser.endIndex + 1
      if (isImplied && !voidElements.has(name)) isWhole = false
    },
  }
  const parser = boundedParser(handler, mostDepth, () => void (isWhole = false))
  parser.end(markup)
  return isWhole ? root.children : undefined
}

const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
