import { flatList, heading, joinBlocks, paragraph } from '../markup/blocks.ts'
import { ownCards } from '../markup/listing-cards.ts'
import { toRightToLeft } from './direction.ts'

const line = { html: '<a dir="rtl" href=""></a><span dir="rtl"></span><span dir="ltr"></span>' }
const blocks = [paragraph(line, 'mirror-letters'), ownCards, heading(2, line), flatList([line.html])]

/**
 * Each of our parts of a listing in both directions, with its attributes. An attribute that an earlier version wrote
 * must stay here, because it would count as an editor's.
 */
export const ownListings = {
  leftToRight: joinBlocks(blocks),
  rightToLeft: joinBlocks(toRightToLeft(blocks, 'ar')),
}
