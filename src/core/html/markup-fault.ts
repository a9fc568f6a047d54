import { reasonOf } from '../../lib/errors.ts'
import { boundedParser } from '../markup/bounded-parser.ts'
import { mostDepth, mostElements, mostOutput } from './limits.ts'
import { htmlBlocks } from './text-blocks.ts'

/** Shorter markup without spans stays within every limit. */
const harmlessChars = 10_000

/** The limit that a partner's HTML field exceeds, as the end of a sentence; undefined if none. */
export function markupFault(html: string): string | undefined {
  if (html.length <= harmlessChars && !/span/i.test(html)) return undefined
  const fault = structureFault(html)
  if (fault !== undefined) return fault
  try {
    const { length } = htmlBlocks(html)
    return length <= mostOutput
      ? undefined
      : `makes a text of ${length} characters; at most ${mostOutput} are allowed`
  } catch (error) {
    return reasonOf(error)
  }
}

/** Checks only the elements, before they are converted. */
function structureFault(html: string): string | undefined {
  let fault: string | undefined
  let elements = 0
  const parser = boundedParser({ onopentag: () => void elements++ }, mostDepth, () => {
    fault = `nests elements more than ${mostDepth} deep`
  })
  parser.end(html)
  return elements > mostElements ? `has more than ${mostElements} elements` : fault
}
