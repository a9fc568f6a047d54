import type { Site } from '../rest/request.ts'
import type { Schema } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import type { Kind } from './kind.ts'

/** The actions of a post type, as the schema in the response to OPTIONS lists them, whoever asks. */
export function schemaLinks({ type, base, taxonomies }: Kind, { registry }: Store, site: Site): unknown[] {
  const href = `${site.root}/cms/v2/${base}/{id}`
  const link = (rel: string, title: string, properties: Readonly<Record<string, unknown>>) => ({
    rel: `https://api.w.org/${rel}`,
    title,
    href,
    targetSchema: { type: 'object', properties },
  })
  const may = (rel: string, what: string, properties: Readonly<Record<string, unknown>>) =>
    link(`action-${rel}`, `The current user can ${what}.`, properties)
  return [
    ...(type === 'attachment'
      ? []
      : [may('publish', 'publish this post', { status: { type: 'string', enum: ['publish', 'future'] } })]),
    may('unfiltered-html', 'post unfiltered HTML markup and JavaScript', {
      content: { raw: { type: 'string' } },
    }),
    ...(type === 'post' ? [may('sticky', 'sticky this post', { sticky: { type: 'boolean' } })] : []),
    ...(registry.supports(type, 'author')
      ? [may('assign-author', 'change the author on this post', { author: { type: 'integer' } })]
      : []),
    ...Object.entries(taxonomies).flatMap(([taxonomy, field]) =>
      ['assign', 'create'].map((verb) =>
        may(`${verb}-${field}`, `${verb} terms in the ${taxonomy} taxonomy`, { [field]: ids }),
      ),
    ),
    ...(type === 'nav_menu_item'
      ? [link('menu-item-object', 'Get linked object.', { object: { type: 'integer' } })]
      : []),
  ]
}

const ids: Schema = { type: 'array', items: { type: 'integer' } }
