import { notEmbedded } from '../posts/fields.ts'
import { helpSchema } from '../rest/help-schema.ts'
import type { TaxonomyFacts } from '../types/facts.ts'

/** WordPress lists the contexts of terms in another order than those of rows. */
const everywhere = ['view', 'embed', 'edit']

/** The schema of a term, as OPTIONS shows it. */
export function termSchema({ name, hierarchical }: TaxonomyFacts): () => Record<string, unknown> {
  const shown = { readonly: true } as const
  const schema = helpSchema(name === 'post_tag' ? 'tag' : name, {
    id: { type: 'integer', context: everywhere, ...shown },
    count: { type: 'integer', context: notEmbedded, ...shown },
    description: { type: 'string', context: notEmbedded },
    link: { type: 'string', format: 'uri', context: everywhere, ...shown },
    name: { type: 'string', context: everywhere, required: true },
    slug: { type: 'string', context: everywhere },
    taxonomy: {
      type: 'string',
      enum: [name],
      context: everywhere,
      ...shown,
    },
    ...(hierarchical ? { parent: { type: 'integer', context: notEmbedded } } : {}),
    meta: { type: 'object', context: notEmbedded, properties: {} },
  })
  return () => schema
}
