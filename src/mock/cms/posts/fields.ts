import { type FieldTree, wants } from '../rest/fields.ts'
import type { Arg, Schema } from '../rest/schema/schema.ts'
import { toGmt, toldDate } from '../store/dates.ts'
import { shownBlocks } from '../oddities/verbatim-blocks.ts'
import { hasBlocks } from '../text/blocks/parse-blocks.ts'
import { renderContent, renderExcerpt, renderTitle } from '../text/render.ts'
import { decodeSlug, toSlug } from '../text/slug.ts'
import type { Field, View } from './kind.ts'
import { guidOf, linkOf, linkTemplateOf } from './link.ts'
import { isProtected } from './rights.ts'
import { uniqueSlug } from './write/unique-slug.ts'

export const everywhere = ['view', 'edit', 'embed'] as const
export const notEmbedded = ['view', 'edit'] as const
export const editing = ['edit'] as const

/** A string or `{ raw }`. WordPress validates it only when it saves the row. */
export const textArg = (...more: readonly ('block_version' | 'protected')[]): Arg => ({
  type: 'object',
  plain: true,
  properties: {
    raw: { type: 'string' },
    rendered: { type: 'string' },
    ...(more.includes('block_version') ? { block_version: { type: 'integer' } } : {}),
    ...(more.includes('protected') ? { protected: { type: 'boolean' } } : {}),
  },
})

/** A text field of an item: `raw` only in context `edit`. */
export function textObject(
  view: Pick<View, 'context'>,
  raw: string,
  rendered: string,
): Record<string, unknown> {
  return view.context === 'edit' ? { raw, rendered } : { rendered }
}

const dated: Arg = { type: ['string', 'null'], format: 'date-time' }
const shownDate: Schema = { type: 'string', format: 'date-time' }
export const shownText: Schema = {
  type: 'object',
  properties: { raw: { type: 'string' }, rendered: { type: 'string' } },
}
const openOrClosed: Arg = { type: 'string', enum: ['open', 'closed'] }

export const common = {
  id: { name: 'id', contexts: everywhere, shows: { type: 'integer' }, read: ({ row }) => row.id },
  date: { name: 'date', contexts: everywhere, write: dated, read: ({ row }) => row.date },
  dateGmt: {
    name: 'date_gmt',
    contexts: notEmbedded,
    write: dated,
    read: ({ row }) => gmtOf(row.date, row.dateGmt),
  },
  guid: {
    name: 'guid',
    contexts: notEmbedded,
    shows: shownText,
    read: (view) => textObject(view, guidOf(view.row, view.site), guidOf(view.row, view.site)),
  },
  modified: { name: 'modified', contexts: notEmbedded, shows: shownDate, read: ({ row }) => row.modified },
  modifiedGmt: {
    name: 'modified_gmt',
    contexts: notEmbedded,
    shows: shownDate,
    read: ({ row }) => gmtOf(row.modified, row.modifiedGmt),
  },
  slug: {
    name: 'slug',
    contexts: everywhere,
    write: { type: 'string', clean: (value) => toSlug(typeof value === 'string' ? value : '') },
    read: ({ row }) => row.slug,
  },
  type: { name: 'type', contexts: everywhere, shows: { type: 'string' }, read: ({ row }) => row.type },
  link: {
    name: 'link',
    contexts: everywhere,
    shows: { type: 'string', format: 'uri' },
    read: ({ store, row, site }) => linkOf(store, row, site),
  },
  password: {
    name: 'password',
    contexts: editing,
    write: { type: 'string' },
    read: ({ row }) => row.password,
  },
  permalinkTemplate: {
    name: 'permalink_template',
    contexts: editing,
    shows: { type: 'string' },
    read: ({ store, row, site }) => linkTemplateOf(store, row, site),
  },
  generatedSlug: {
    name: 'generated_slug',
    contexts: editing,
    shows: { type: 'string' },
    read: generatedSlug,
  },
  title: {
    name: 'title',
    contexts: everywhere,
    write: textArg(),
    read: (view) => textObject(view, view.row.title, renderTitle(view.row.title)),
  },
  content: {
    name: 'content',
    contexts: notEmbedded,
    write: textArg('block_version', 'protected'),
    read: readContent,
  },
  author: { name: 'author', contexts: everywhere, write: { type: 'integer' }, read: ({ row }) => row.author },
  excerpt: { name: 'excerpt', contexts: everywhere, write: textArg('protected'), read: readExcerpt },
  featured: {
    name: 'featured_media',
    contexts: everywhere,
    write: { type: 'integer' },
    read: ({ row }) => row.featured,
  },
  commentStatus: {
    name: 'comment_status',
    contexts: notEmbedded,
    write: openOrClosed,
    read: ({ row }) => row.commentStatus,
  },
  pingStatus: {
    name: 'ping_status',
    contexts: notEmbedded,
    write: openOrClosed,
    read: ({ row }) => row.pingStatus,
  },
  parent: {
    name: 'parent',
    contexts: notEmbedded,
    write: { type: 'integer' },
    read: ({ row }) => row.parent,
  },
  menuOrder: {
    name: 'menu_order',
    contexts: notEmbedded,
    write: { type: 'integer' },
    read: ({ row }) => row.menuOrder,
  },
} satisfies Record<string, Field>

/** WordPress shows a floating date as if it were fixed. */
function gmtOf(local: string, gmt: string): string {
  return toldDate(gmt === '' ? toGmt(local) : gmt)
}

function generatedSlug({ store, row }: View): string {
  const slug = toSlug(row.title) || String(row.id)
  return decodeSlug(
    uniqueSlug(store, { id: row.id, type: row.type, status: 'publish', parent: row.parent, slug }),
  )
}

/** Content is rendered only if the response contains it. */
function readContent(view: View, wanted: FieldTree | undefined): Record<string, unknown> {
  const { row, open, context } = view
  const raw = shownBlocks(view, row.content)
  const rendered = open && wants(wanted, 'rendered') ? renderContent(raw) : ''
  const shown = { rendered, protected: isProtected(row) }
  return context === 'edit' ? { raw, ...shown, block_version: hasBlocks(row.content) ? 1 : 0 } : shown
}

function readExcerpt(view: View, wanted: FieldTree | undefined): Record<string, unknown> {
  const { row, open, context, excerptWords } = view
  const shows = open && wants(wanted, 'rendered')
  const rendered = shows ? renderExcerpt(row.excerpt, row.content, excerptWords) : ''
  const shown = { rendered, protected: isProtected(row) }
  return context === 'edit' ? { raw: row.excerpt, ...shown } : shown
}
