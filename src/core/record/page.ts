import { z } from 'zod'
import type { PageStatus, PageWriteBody } from '../../contracts/cms/page.ts'
import { isMappedField, MappedField, MappedValue, type MappedValues } from './mapped.ts'

/** A page in the CMS (raw fields, context `edit`). */
export type Page = {
  id: number
  slug: string
  status: PageStatus
  parent: number
  link: string
  /** Id of the user who created it; 0 if the CMS does not return it. */
  author: number
  /** GMT without a time zone, like `modifiedGmt`; "" if the CMS does not return it. */
  createdGmt: string
  modifiedGmt: string
  title: string
  excerpt: string
  content: string
  featuredMedia: number
  /** All fields that the map fills; undefined for one that the CMS did not return. */
  mapped?: MappedValues
  /** The content as visitors see it, if it was requested. */
  rendered?: string
  /** Visitors need an editor's password to see the content. */
  hasPassword?: boolean
  /** Id of the newest revision, autosaves included; 0: none, or not requested. */
  revision: number
  /** Number of revisions, autosaves included; 0: none, or not requested. */
  revisions: number
}

/**
 * Identifies a version of a page: a save within the same second has another revision or changes one of these fields.
 */
export type PageVersion = Pick<
  Page,
  | 'id'
  | 'slug'
  | 'status'
  | 'parent'
  | 'featuredMedia'
  | 'mapped'
  | 'hasPassword'
  | 'modifiedGmt'
  | 'revision'
>

/** The fields that a page's revisions store. */
export type RevisedTexts = Pick<Page, 'title' | 'excerpt' | 'content'>

/**
 * The content of a page after a save, or the unsaved content of an autosave; GMT as in a page. `author`: the user who
 * saved, or 0.
 */
export type Revision = RevisedTexts & { id: number; autosave: boolean; savedGmt: string; author: number }

/** A user's last autosave; GMT as in a page. */
export type Autosave = { id: number; author: number; modifiedGmt: string }

/** The fields that the mirror maintains on every page; `inner` is the markup inside the mirrored block. */
export const fixedTexts = {
  title: z.string(),
  excerpt: z.string(),
  inner: z.string(),
  featuredMedia: z.int(),
}

/** A field that the mirror and editors may both change: one that every page has, or one that the map fills. */
export const MergeField = z.union([z.enum(['title', 'excerpt', 'inner', 'featuredMedia']), MappedField])
export type MergeField = z.infer<typeof MergeField>

/** The fields that the mirror maintains, with those that the map fills. */
export type PageTexts = z.infer<z.ZodObject<typeof fixedTexts>> & MappedValues
export const PageTexts: z.ZodType<PageTexts> = textsSchema(fixedTexts)

/** A schema of these fields of a page; fields of a map are allowed as well. */
export function textsSchema<T extends Partial<PageTexts>>(fixed: z.ZodRawShape): z.ZodType<T> {
  const known = z.object(fixed).catchall(MappedValue)
  const isKnown = (name: string): boolean => Object.hasOwn(fixed, name) || isMappedField(name)
  return known.refine((texts) => Object.keys(texts).every(isKnown)) as unknown as z.ZodType<T>
}

/** One write of one page: a create has no id. */
export type PageWrite =
  | { kind: 'create'; body: PageWriteBody }
  | { kind: 'update'; id: number; body: PageWriteBody }
  | { kind: 'delete'; id: number; force: boolean }

/** The CMS's response to one write of a batch. */
export type PageWritten =
  | { ok: true; page: Page }
  | { ok: false; status: number; code: string; reason: string }
