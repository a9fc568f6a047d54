import { z } from 'zod'
import { AcfField, acfKeys } from './acf-field.ts'
import { MetaKey, metaKeys } from './meta-key.ts'
import { schemaKeys } from './value-schema.ts'

/** The features of a post type; see `post_type_supports` in WordPress. */
export const features = [
  'title',
  'editor',
  'author',
  'thumbnail',
  'excerpt',
  'trackbacks',
  'custom-fields',
  'comments',
  'revisions',
  'page-attributes',
  'post-formats',
  'autosave',
] as const
export type Feature = (typeof features)[number]

const Slug = z
  .string()
  .regex(/^[a-z0-9_-]+$/, 'may contain only lower-case letters, digits, hyphens and underscores')
const RestBase = z
  .string()
  .regex(
    /^[a-z][\w-]*$/i,
    'must start with a letter and contain only letters, digits, hyphens and underscores',
  )
const Label = z.string().min(1, 'is empty')
const Labels = z.strictObject({ name: Label, singular_name: Label.exactOptional() })

const additions = {
  taxonomies: z.array(z.string()).default([]),
  meta: z.record(z.string().min(1, 'is empty'), MetaKey).default({}),
  acf: z.record(z.string().regex(/^[a-z0-9_-]+$/i, 'is not a name'), AcfField).default({}),
}

/** Taxonomies, meta and fields for a type that the CMS has without the file. */
const Additions = z.strictObject(additions)

const PostTypeEntry = z.strictObject({
  rest_base: RestBase.exactOptional(),
  labels: Labels.exactOptional(),
  description: z.string().default(''),
  hierarchical: z.boolean().default(false),
  supports: z.array(z.enum(features)).default(['title', 'editor']),
  ...additions,
})
export type PostTypeEntry = z.infer<typeof PostTypeEntry>

const TaxonomyEntry = z.strictObject({
  rest_base: RestBase.exactOptional(),
  labels: Labels.exactOptional(),
  description: z.string().default(''),
  hierarchical: z.boolean().default(false),
  object_types: z.array(z.string()).default([]),
})
export type TaxonomyEntry = z.infer<typeof TaxonomyEntry>

const BuiltIn = z.strictObject({ post: Additions.exactOptional(), page: Additions.exactOptional() })

/** The post types, taxonomies, meta and fields that plug-ins and themes of a site register. */
export const SiteTypes = z.strictObject({
  post_types: z.record(Slug.max(20, 'is longer than 20 characters'), PostTypeEntry).default({}),
  taxonomies: z.record(Slug.max(32, 'is longer than 32 characters'), TaxonomyEntry).default({}),
  built_in: BuiltIn.default({}),
})
export type SiteTypes = z.infer<typeof SiteTypes>

/** Every key of the file, for the correction of misspelt ones. */
export const fileKeys: readonly string[] = [
  ...[SiteTypes, BuiltIn, PostTypeEntry, TaxonomyEntry, Labels].flatMap(({ shape }) => Object.keys(shape)),
  ...metaKeys,
  ...acfKeys,
  ...schemaKeys,
]
