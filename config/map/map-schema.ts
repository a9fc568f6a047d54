import { z } from 'zod'
import { mappedAs, owners, sourceFields } from '../../src/core/mapping/field-map.ts'
import { isWithin } from '../../src/core/text/closest-to.ts'

export const mostFields = 50

/** A code as both interfaces and operators write it: `de-de`, `de_DE`. */
const languageCode = /^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*$/

export function isLanguageCode(text: string): boolean {
  return languageCode.test(text)
}

const Text = z.string().min(1, 'is empty').describe('A fixed text.')

const Texts = z
  .record(z.string().max(35).regex(languageCode, 'is not a language code such as de-de'), Text)
  .describe('A fixed text per language. The text of de applies to de-at, too, unless that has its own.')

/** A column of the catalogue. */
export const Column = z
  .string()
  .max(120)
  .regex(/^catalog\.\S/)

/** A field of the partner's product, or a column of the catalogue. */
const Source = z
  .union([z.enum(sourceFields), Column])
  .describe('The field of the partner’s product, or catalog.<column> for a column of the catalogue.')

const Field = z.strictObject({
  from: Source.exactOptional(),
  text: z.union([Text, Texts]).exactOptional(),
  as: z
    .enum(mappedAs)
    .describe('The form of the value. The default follows from the source and the target.')
    .exactOptional(),
  owner: z
    .enum(owners)
    .describe(
      'partner: changes of both sides are merged, and conflicts reported. shared: a list in which entries and removals of editors stay. once: written when the page is created, then the editor’s. The default is shared for lists of terms, otherwise partner.',
    )
    .exactOptional(),
  words: z
    .record(z.string(), z.string())
    .describe('Other texts for single values of the source. Other values stay as they are.')
    .exactOptional(),
})
export type Field = z.infer<typeof Field>

export const fieldKeys: readonly string[] = Object.keys(Field.shape)
const distinct = fieldKeys.filter((key) => key !== 'as')

/** `shop_product` or `products`: the last part of the collection's path. */
const PostType = z
  .string()
  .regex(/^[A-Za-z][\w-]*$/, 'must be the name of a post type in REST paths (rest_base), such as product')
  .describe('The rest_base of the post type of product pages. The default is CMS_TYPE.')

/** `readSlug` has the exact rules. */
const Slug = z
  .string()
  .describe(
    'The slugs of new product pages, with the placeholders {gtin}, {language}, {name} and {item_number}: {name}-{gtin}. The default is gtin-{gtin}-{language}.',
  )

/** The target of a field; `isTarget` has the exact rules. */
const targetName = /^(?:title|excerpt|menu_order|meta\..+|acf\.[\w-]+|terms\.[\w-]+)$/

const PublishIf = z
  .array(z.union([z.enum(sourceFields), Column]))
  .min(1)
  .max(50)
  .describe(
    'The fields that a product needs for a public page: fields of the partner, or catalog.<column>. Without one of them its page is created as a draft. The run that receives it publishes the page.',
  )

/** The whole file, for editors that complete and check it. The reader parses part by part, for better messages. */
export const MapFile = z.strictObject({
  type: PostType.exactOptional(),
  slug: Slug.exactOptional(),
  fields: z
    .record(z.string().regex(targetName), z.union([Text, Texts, Field]))
    .describe(
      'The fields of product pages in the CMS, each with its value: title, excerpt, menu_order, meta.<key>, acf.<field>, terms.<taxonomy>.',
    ),
  publish_if: PublishIf.exactOptional(),
})
export type MapFile = z.infer<typeof MapFile>

export const fileKeys: readonly string[] = Object.keys(MapFile.shape)

/** Keys with any values. */
type Listed = Readonly<Record<string, unknown>>

export function isListed(value: unknown): value is Listed {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The file without what its fields and `publish_if` contain. */
export const Head = z.strictObject({
  type: PostType.exactOptional(),
  slug: Slug.exactOptional(),
  publish_if: z.unknown().exactOptional(),
  fields: z.custom<Listed>(isListed, 'must contain fields by name, such as meta.gtin'),
})

const shorthands = {
  text: Text.transform((text): Field => ({ text })),
  texts: Texts.transform((text): Field => ({ text })),
}

/** The schema for the form that a field's value has: a text, one per language, or settings. */
export function fieldSchemaOf(value: unknown): z.ZodType<Field> {
  if (!isListed(value)) return shorthands.text
  return isOfLanguages(value) ? shorthands.texts : Field
}

/** Whether all keys are meant as languages. `as` is one, too (Assamese), and `frm` is rather a misspelt `from`. */
function isOfLanguages(value: Listed): boolean {
  const keys = Object.keys(value).filter((key) => key !== 'as')
  const isMeantAsField = keys.some((key) => distinct.some((known) => isWithin(key, known, 1)))
  return keys.some(isLanguageCode) && !isMeantAsField
}
