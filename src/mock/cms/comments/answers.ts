import { linksSchema } from '../posts/answers.ts'
import type { Returns } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'

const whole: Schema = { type: 'integer' }
const text: Schema = { type: 'string' }
const date: Schema = { type: 'string', format: 'date-time' }
const edit = ['edit']
const view = ['view', 'edit']

const comment: Schema = {
  title: 'Comment',
  type: 'object',
  properties: {
    id: whole,
    post: { ...whole, contexts: view },
    parent: whole,
    author: whole,
    author_name: text,
    author_email: { ...text, contexts: edit },
    author_url: text,
    author_ip: { ...text, contexts: edit },
    author_user_agent: { ...text, contexts: edit },
    date,
    date_gmt: { ...date, contexts: view },
    content: { type: 'object', properties: { rendered: text, raw: { ...text, contexts: edit } } },
    link: text,
    status: { type: 'string', enum: ['approved', 'hold', 'spam', 'trash', 'post-trashed'], contexts: view },
    type: text,
    author_avatar_urls: { type: 'object', additionalProperties: text },
    meta: {
      type: 'object',
      properties: { _note_status: { type: ['string', 'null'] } },
      contexts: view,
    },
    _links: linksSchema,
  },
}

/** The responses of the comment routes. */
export const commentAnswers = {
  list: {
    description: 'The comments that fit.',
    schema: { type: 'array', items: comment },
    paged: true,
  },
  item: { description: 'The comment.', schema: comment },
  created: {
    description: 'The new comment; others than moderators get it in context view.',
    schema: comment,
    status: 201,
  },
  updated: { description: 'The comment as it now is.', schema: comment },
  removed: {
    description: 'With `force` what was deleted, else the comment in the trash.',
    schema: {
      anyOf: [{ type: 'object', properties: { deleted: { type: 'boolean' }, previous: comment } }, comment],
    },
  },
} satisfies Record<string, Returns>
