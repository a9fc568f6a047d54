import type { Returns } from '../rest/route.ts'

/** The responses of the synchronization routes. */
export const syncAnswers = {
  updates: {
    description: 'For each room what this client has not seen yet, and who is there.',
    schema: {
      title: 'SyncAnswer',
      type: 'object',
      properties: {
        rooms: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              room: { type: 'string' },
              end_cursor: { type: 'integer' },
              should_compact: { type: 'boolean' },
              total_updates: { type: 'integer' },
              updates: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { data: { type: 'string' }, type: { type: 'string' } },
                },
              },
              awareness: { type: ['object', 'array'] },
            },
          },
        },
      },
    },
  },
  saved: { description: 'The document is kept.', schema: { type: 'array' } },
} satisfies Record<string, Returns>
