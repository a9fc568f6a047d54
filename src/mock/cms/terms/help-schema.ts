import { everywhere, notEmbedded } from '../posts/fields.ts'
import { helpSchema } from '../rest/help-schema.ts'
import type { Store } from '../store/store.ts'
import type { TaxonomyFacts } from '../types/facts.ts'

/** The schema of a term, as OPTIONS shows it. */
export function termSchema(
  { registry }: Store,
  { name, hierarchical }: TaxonomyFacts,
): Record<string, unknown> {
  const shown = { readonly: true } as const
  return helpSchema(name === 'post_tag' ? 'tag' : name, {
    id: { type: 'integer', context: everywhere, ...shown },
    count: { type: 'integer', context: notEmbedded, ...shown },
    description: { type: 'string', context: notEmbedded },
    link: { type: 'string', format: 'uri', context: everywhere, ...shown },
    name: { type: 'string', context: everywhere, required: true },
    slug: { type: 'string', context: everywhere },
    taxonomy: {
      type: 'string',
      enum: registry.taxonomies.map((taxonomy) => taxonomy.name),
      context: everywhere,
      ...shown,
    },
    ...(hierarchical ? { parent: { type: 'integer', context: notEmbedded } } : {}),
    meta: { type: 'object', context: notEmbedded, properties: {} },
  })
}
