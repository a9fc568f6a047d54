import {
  type MapRow,
  type MappedAs,
  type TargetField,
  fileFields,
  listFields,
  mappedAs,
} from '../../src/core/mapping/field-map.ts'
import { placeOf } from '../../src/core/mapping/target.ts'
import { closestTo } from '../../src/core/text/closest-to.ts'
import { Availability, htmlFields } from '../../src/contracts/partner.ts'
import { quote } from '../../src/lib/text/quote.ts'

/** Why the settings of a row contradict each other, in words that follow its place. */
export function ruleFaults(row: MapRow): string[] {
  return [...formFaults(row), ...valueFaults(row), ...ownerFaults(row), ...wordFaults(row)]
}

/** Whether the target can have this form. */
function formFaults({ target, as }: MapRow): string[] {
  const allowed = formsOf(target)
  return allowed.includes(as) ? [] : [`cannot be ${as}. Set as: ${allowed.join(' or ')}.`]
}

function formsOf(target: TargetField): readonly MappedAs[] {
  if (placeOf(target).group === 'terms') return ['list', 'text']
  switch (target) {
    case 'menu_order':
      return ['integer']
    case 'title':
      return ['text']
    case 'excerpt':
      return ['text', 'html']
    default:
      return mappedAs
  }
}

/** Whether the source has a value of this form. */
function valueFaults({ source, as }: MapRow): string[] {
  if (source.kind === 'column')
    return as === 'media'
      ? [`has a column of the catalogue as media. Set from to a file: ${fileFields.join(', ')}.`]
      : []
  if (source.kind !== 'field') {
    const texts = source.kind === 'text' ? [source.text] : Object.values(source.texts)
    const expected = textForms[as]
    if (expected === undefined)
      return [`has a fixed text as ${as}. Set from to a file: ${fileFields.join(', ')}.`]
    const wrong = texts.find((text) => !expected.form.test(text))
    return wrong === undefined ? [] : [`has the text ${quoted(wrong)}, which is not ${expected.what}.`]
  }
  const { field } = source
  const isOne = (names: readonly string[]): boolean => names.includes(field)
  if (isOne(listFields) && as !== 'list') return [`has several values of ${field}. Set as: list.`]
  if (as === 'media' && !isOne(fileFields))
    return [`has ${field} as media, which is not a file. Set from to one of: ${fileFields.join(', ')}.`]
  if ((as === 'number' || as === 'integer') && isOne([...htmlFields, ...fileFields]))
    return [
      `has ${field} as ${as}, which is never a number. Set as: ${isOne(htmlFields) ? 'text or html' : 'media'}.`,
    ]
  if (as === 'boolean' && field !== 'folded')
    return [`has ${field} as boolean, which is neither true nor false. Only folded can be boolean.`]
  return []
}

type TextForm = { form: RegExp; what: string }

const anyText: TextForm = { form: /^/, what: '' }
const textForms: Readonly<Record<MappedAs, TextForm | undefined>> = {
  text: anyText,
  html: anyText,
  list: anyText,
  number: { form: /^-?\d+(?:\.\d+)?$/, what: 'a number such as 4.5' },
  integer: { form: /^-?\d+$/, what: 'a whole number' },
  boolean: { form: /^(?:true|false)$/, what: 'true or false' },
  media: undefined,
}

function ownerFaults({ target, as, owner }: MapRow): string[] {
  if (owner === 'shared' && as !== 'list')
    return [`has the owner shared, which is for lists, and is ${as}. Set owner: partner, or as: list.`]
  if (owner === 'once' && (target === 'title' || target === 'excerpt'))
    return ['has the owner once, which only mapped fields can have. Set owner: partner.']
  return []
}

function wordFaults({ source, as, words }: MapRow): string[] {
  const keys = Object.keys(words)
  if (keys.length === 0) return []
  if (as !== 'text' && as !== 'list')
    return [`has words, and is ${as}. Set as: text or list, or remove words.`]
  if (source.kind === 'text' || source.kind === 'texts') return ['has words for a fixed text. Remove words.']
  const known = source.kind === 'column' ? [] : valuesOf(source.field)
  return keys.flatMap((key) => {
    const meant = known.some((one) => one === key) ? undefined : closestTo(key, known)
    return meant === undefined ? [] : [`has a word for ${quoted(key)}. Did you mean ${meant}?`]
  })
}

/** The values that a field always has, or usually. */
function valuesOf(field: string): readonly string[] {
  if (field === 'folded') return ['true', 'false']
  return field === 'availability' ? Availability.options : []
}

function quoted(text: string): string {
  return quote(JSON.stringify(text), 60)
}
