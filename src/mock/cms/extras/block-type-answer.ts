import { linksSchema } from '../posts/answers.ts'
import type { Returns } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'

const text: Schema = { type: 'string' }
const maybeText: Schema = { type: ['string', 'null'] }
const list: Schema = { type: 'array' }
const maybeList: Schema = { type: ['array', 'null'] }

/** The response of a block type route. */
export const blockTypeAnswer: Returns = {
  description: 'What is known of the block.',
  schema: {
    title: 'BlockType',
    type: 'object',
    properties: {
      api_version: { type: 'integer' },
      name: text,
      title: text,
      icon: maybeText,
      category: maybeText,
      keywords: list,
      parent: maybeList,
      ancestor: maybeList,
      provides_context: { type: 'object' },
      uses_context: list,
      supports: { type: 'object' },
      styles: list,
      variations: list,
      textdomain: text,
      description: text,
      attributes: { type: 'object' },
      is_dynamic: { type: 'boolean' },
      _links: linksSchema,
    },
  },
}
