import { joinBlocks, linkList, paragraph } from '../../../src/core/markup/blocks.ts'
import { factsDigest } from '../../../src/core/markup/visible-content.ts'
import { wrapMarked } from '../../../src/core/markup/wrap-block.ts'
import { parentMarks, type Parent } from '../../../src/core/render/parent.ts'

/** A parent page's block as earlier versions wrote it: a list of links below the introduction. */
export function earlierListing(
  parent: Parent,
  introduction: string,
  links: readonly { url: string; title: string; note: string }[],
): string {
  const render = (signature: string) => joinBlocks([paragraph(introduction, signature), linkList(links)])
  const withoutHosts = render('').replace(/(\shref=")https?:\/\/[^/"]+/g, '$1')
  return wrapMarked(parentMarks(parent), render(`mirror-says-${factsDigest(withoutHosts).slice(0, 16)}`))
}
