import { linksSchema } from '../posts/answers.ts'
import type { Returns } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'

const term: Schema = {
  title: 'Term',
  type: 'object',
  properties: {
    id: { type: 'integer' },
    count: { type: 'integer', contexts: ['view', 'edit'] },
    description: { type: 'string', contexts: ['view', 'edit'] },
    link: { type: 'string', format: 'uri' },
    name: { type: 'string' },
    slug: { type: 'string' },
    taxonomy: { type: 'string' },
    parent: { type: 'integer', contexts: ['view', 'edit'] },
    locations: { type: 'array', items: { type: 'string' }, contexts: ['view', 'edit'] },
    auto_add: { type: 'boolean', contexts: ['view', 'edit'] },
    meta: { type: ['object', 'array'], contexts: ['view', 'edit'] },
    _links: linksSchema,
  },
}

const removed: Schema = { type: 'object', properties: { deleted: { type: 'boolean' }, previous: term } }

/** The responses of the routes of taxonomies. */
export const termAnswers = {
  list: { description: 'The terms that fit.', schema: { type: 'array', items: term }, paged: true },
  item: { description: 'The term.', schema: term },
  created: { description: 'The new term, in context edit.', schema: term, status: 201 },
  updated: { description: 'The term as it now is, in context edit.', schema: term },
  removed: { description: 'What was deleted.', schema: removed },
} satisfies Record<string, Returns>
