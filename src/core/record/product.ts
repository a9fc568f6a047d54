import type {
  htmlFields,
  imageFields,
  numberFields,
  pdfFields,
  plainTextFields,
} from '../../contracts/partner.ts'
import type { RecordKey } from './record.ts'

type TextField =
  | (typeof plainTextFields)[number]
  | (typeof htmlFields)[number]
  | (typeof pdfFields)[number]
  | (typeof imageFields)[number]
type Texts = Record<TextField, string>
type Numbers = Record<(typeof numberFields)[number], string | null>

/**
 * A product in canonical form. Strings are trimmed, and "" if absent. Numbers are canonical decimal strings, perhaps
 * with a unit, or null. `folded` is null if not applicable.
 */
export type Product = RecordKey & {
  name: string
  /** One of the documented words, or the partner's text. */
  availability: string
  folded: boolean | null
  attributes: { name: string; norm: string; value: string }[]
  materials: { name: string; value: string }[]
  /** The columns of the catalogue that the map names, by name; without such columns there is none. */
  catalog?: { name: string; value: string }[]
} & Texts &
  Numbers
