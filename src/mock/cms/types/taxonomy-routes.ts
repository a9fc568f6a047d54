import { everywhere, notEmbedded } from '../posts/fields.ts'
import { contextArg, plainContextArg } from '../rest/common-args.ts'
import { RestError, refuse } from '../rest/error.ts'
import { type RestRequest, contextOf, textParam } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import { hiddenTaxonomies } from './built-in.ts'
import {
  type Described,
  describe,
  descriptionLinks,
  descriptionSchema,
  returnsOf,
  text,
  truth,
} from './describe.ts'
import type { TaxonomyFacts } from './facts.ts'
import { termCapabilities, termRightsOf } from './term-rights.ts'

const namespace = 'cms/v2'
const pattern = `/${namespace}/taxonomies`
const refusal = 'Sorry, you are not allowed to manage terms in this taxonomy.'

/** `taxonomies`: descriptions of the taxonomies. */
export function taxonomyRoutes(store: Store): Route[] {
  const members = membersOf(store)
  const schema = descriptionSchema('taxonomy', members)
  const mayEdit = ({ user }: RestRequest, { name }: TaxonomyFacts): boolean =>
    can(user, termRightsOf(store, name).assign)

  function listed(request: RestRequest): readonly TaxonomyFacts[] {
    const type = textParam(request, 'type')
    return type === '' ? store.registry.taxonomies : store.registry.taxonomiesOf(type)
  }

  function listTaxonomies(request: RestRequest): Answer {
    const isEdit = contextOf(request) === 'edit'
    const shown = listed(request).filter((taxonomy) => !isEdit || mayEdit(request, taxonomy))
    const described = shown.map((taxonomy) => [
      taxonomy.name,
      { ...describe(members, taxonomy, request), _links: descriptionLinks(request, pattern, taxonomy.base) },
    ])
    return ok(Object.fromEntries(described))
  }

  function readTaxonomy(request: RestRequest): Answer {
    const taxonomy = store.registry.taxonomyOf(textParam(request, 'taxonomy'))
    if (taxonomy === undefined) return new RestError('rest_taxonomy_invalid', 'Invalid taxonomy.', 404)
    return ok(describe(members, taxonomy, request), {
      links: descriptionLinks(request, pattern, taxonomy.base),
    })
  }

  return [
    {
      pattern,
      namespace,
      schema,
      endpoints: [
        {
          methods: ['GET'],
          args: { context: contextArg, type: { type: 'string' } },
          may: (request) =>
            contextOf(request) !== 'edit' ||
            listed(request).some((taxonomy) => mayEdit(request, taxonomy)) ||
            refuse(request.user, 'rest_cannot_view', refusal),
          returns: returnsOf('taxonomy', members, 'all'),
          run: listTaxonomies,
        },
      ],
    },
    {
      pattern: `${pattern}/(?P<taxonomy>[\\w-]+)`,
      namespace,
      schema,
      endpoints: [
        {
          methods: ['GET'],
          args: { taxonomy: { type: 'string' }, context: { ...plainContextArg, default: 'view' } },
          may(request) {
            if (hiddenTaxonomies.has(textParam(request, 'taxonomy'))) return false
            const taxonomy = store.registry.taxonomyOf(textParam(request, 'taxonomy'))
            if (contextOf(request) !== 'edit' || taxonomy === undefined) return true
            return mayEdit(request, taxonomy) || refuse(request.user, 'rest_forbidden_context', refusal)
          },
          returns: returnsOf('taxonomy', members, 'one'),
          run: readTaxonomy,
        },
      ],
    },
  ]
}

const sights = [
  'public',
  'publicly_queryable',
  'show_admin_column',
  'show_in_nav_menus',
  'show_in_quick_edit',
  'show_ui',
]

function membersOf(store: Store): readonly Described<TaxonomyFacts>[] {
  return [
    { name: 'name', in: everywhere, shows: text, read: ({ labels }) => labels.name },
    { name: 'slug', in: everywhere, shows: text, read: ({ name }) => name },
    {
      name: 'capabilities',
      in: ['edit'],
      shows: { type: 'object' },
      read: ({ name }) => termCapabilities(store, name),
    },
    { name: 'description', in: notEmbedded, shows: text, read: ({ description }) => description },
    { name: 'labels', in: ['edit'], shows: { type: 'object' }, read: ({ labels }) => labels },
    { name: 'types', in: notEmbedded, shows: { type: 'array', items: text }, read: ({ types }) => types },
    { name: 'show_cloud', in: ['edit'], shows: truth, read: ({ name }) => name !== 'nav_menu' },
    { name: 'hierarchical', in: notEmbedded, shows: truth, read: ({ hierarchical }) => hierarchical },
    { name: 'rest_base', in: everywhere, shows: text, read: ({ base }) => base },
    { name: 'rest_namespace', in: everywhere, shows: text, read: () => namespace },
    {
      name: 'visibility',
      in: ['edit'],
      shows: { type: 'object', properties: Object.fromEntries(sights.map((sight) => [sight, truth])) },
      read: ({ name }) => Object.fromEntries(sights.map((sight) => [sight, isSeen(store, name, sight)])),
    },
  ]
}

/** Only categories and tags have a column in the lists of rows. */
function isSeen({ registry }: Store, taxonomy: string, sight: string): boolean {
  if (taxonomy === 'nav_menu') return false
  return sight !== 'show_admin_column' || registry.addedTaxonomies.every(({ name }) => name !== taxonomy)
}
