import type { Returns } from './route.ts'
import type { Schema } from './schema/schema.ts'

const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer' }
const texts: Schema = { type: 'array', items: text }

const route: Schema = {
  title: 'RouteDescription',
  type: 'object',
  properties: {
    namespace: text,
    methods: texts,
    endpoints: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          methods: texts,
          allow_batch: { type: 'object', properties: { v1: { type: 'boolean' } } },
          args: { type: 'object', additionalProperties: { type: 'object' } },
        },
      },
    },
    _links: { type: 'object', additionalProperties: true },
  },
}
const routes: Schema = { type: 'object', additionalProperties: route }

export const indexAnswer: Returns = {
  description: 'The site, its namespaces and all its routes.',
  schema: {
    title: 'SiteIndex',
    type: 'object',
    properties: {
      name: text,
      description: text,
      url: text,
      home: text,
      gmt_offset: { type: 'number' },
      timezone_string: text,
      page_for_posts: whole,
      page_on_front: whole,
      show_on_front: text,
      namespaces: texts,
      authentication: { type: 'array' },
      routes,
    },
  },
}

export const namespaceAnswer: Returns = {
  description: 'The routes of the namespace.',
  schema: {
    title: 'NamespaceIndex',
    type: 'object',
    properties: { namespace: text, routes, _links: { type: 'object' } },
  },
}

const subResponse: Schema = {
  title: 'SubResponse',
  type: ['object', 'null'],
  properties: { body: {}, status: whole, headers: { type: ['object', 'array'] } },
}

export const batchAnswer: Returns = {
  description: 'One answer for each sub-request, in their order; it says 207 even when all of them failed.',
  status: 207,
  schema: {
    title: 'BatchAnswer',
    type: 'object',
    properties: {
      failed: { type: 'string', enum: ['validation'] },
      responses: { type: 'array', items: subResponse },
    },
  },
}
