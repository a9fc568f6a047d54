import { linksSchema } from '../posts/answers.ts'
import type { Returns } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'

const text: Schema = { type: 'string' }
const secret: Schema = { type: 'string', contexts: ['edit'] }
const rights: Schema = { type: 'object', additionalProperties: { type: 'boolean' }, contexts: ['edit'] }

/** The response of the user routes. */
export const userAnswer: Returns = {
  description: 'The user.',
  schema: {
    title: 'User',
    type: 'object',
    properties: {
      id: { type: 'integer' },
      username: secret,
      name: text,
      first_name: secret,
      last_name: secret,
      email: secret,
      url: text,
      description: text,
      link: { type: 'string', format: 'uri' },
      locale: secret,
      nickname: secret,
      slug: text,
      roles: { type: 'array', items: text, contexts: ['edit'] },
      registered_date: { type: 'string', format: 'date-time', contexts: ['edit'] },
      capabilities: rights,
      extra_capabilities: rights,
      avatar_urls: { type: 'object', additionalProperties: text },
      meta: { type: ['object', 'array'], contexts: ['view', 'edit'] },
      _links: linksSchema,
    },
  },
}
