import { linksSchema } from '../posts/answers.ts'
import type { Returns } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'

const whole: Schema = { type: 'integer' }
const date: Schema = { type: 'string', format: 'date-time' }
/** Null for a draft without its own date. */
const floating: Schema = { type: ['string', 'null'], format: 'date-time' }
const text: Schema = {
  type: 'object',
  properties: { raw: { type: 'string' }, rendered: { type: 'string' } },
}

const revision: Schema = {
  title: 'Revision',
  type: 'object',
  properties: {
    author: whole,
    date: floating,
    date_gmt: floating,
    id: whole,
    modified: date,
    modified_gmt: date,
    parent: whole,
    slug: { type: 'string' },
    guid: text,
    title: text,
    content: text,
    excerpt: text,
    meta: { type: ['object', 'array'] },
    preview_link: { type: 'string', format: 'uri' },
    _links: linksSchema,
  },
}
const list: Schema = { type: 'array', items: revision }

export const revisionAnswers = {
  list: { description: 'Revisions and autosaves of the item.', schema: list, paged: true },
  item: { description: 'The revision.', schema: revision },
} satisfies Record<string, Returns>

export const autosaveAnswers = {
  list: { description: 'The autosaves, one for each author.', schema: list },
  item: { description: 'The latest autosave.', schema: revision },
  saved: { description: 'The autosave, or the own draft that was changed itself.', schema: revision },
} satisfies Record<string, Returns>
