import { everywhere, notEmbedded } from '../posts/fields.ts'
import type { Rights } from '../posts/kind.ts'
import { mediaRights, menuRights, pageRights, postRights } from '../posts/rights.ts'
import { RestError, refuse } from '../rest/error.ts'
import { type RestRequest, contextOf, textParam } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import { contextArg, plainContextArg } from '../rest/common-args.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import { hiddenTypes } from './built-in.ts'
import {
  type Described,
  describe,
  descriptionLinks,
  descriptionSchema,
  returnsOf,
  text,
  truth,
} from './describe.ts'
import type { TypeFacts } from './facts.ts'

const namespace = 'cms/v2'
const pattern = `/${namespace}/types`

/** `types`: descriptions of the post types. */
export function typeRoutes(store: Store): Route[] {
  const members = membersOf(store)
  const schema = descriptionSchema('type', members)
  return [
    {
      pattern,
      namespace,
      schema,
      endpoints: [
        {
          methods: ['GET'],
          args: { context: contextArg },
          may: (request) =>
            contextOf(request) !== 'edit' ||
            store.registry.types.some((type) => mayEdit(request, type)) ||
            refuse(
              request.user,
              'rest_cannot_view',
              'Sorry, you are not allowed to edit posts in this post type.',
            ),
          returns: returnsOf('type', members, 'all'),
          run: (request) => listTypes(store, request),
        },
      ],
    },
    {
      pattern: `${pattern}/(?P<type>[\\w-]+)`,
      namespace,
      schema,
      endpoints: [
        {
          methods: ['GET'],
          args: { type: { type: 'string' }, context: { ...plainContextArg, default: 'view' } },
          may: () => true,
          returns: returnsOf('type', members, 'one'),
          run: (request) => readType(store, request),
        },
      ],
    },
  ]
}

function listTypes(store: Store, request: RestRequest): Answer {
  const shown = store.registry.types.filter((type) => contextOf(request) !== 'edit' || mayEdit(request, type))
  return ok(
    Object.fromEntries(
      shown.map((type) => [
        type.name,
        {
          ...describe(membersOf(store), type, request),
          _links: descriptionLinks(request, pattern, type.base),
        },
      ]),
    ),
  )
}

function readType(store: Store, request: RestRequest): Answer {
  const name = textParam(request, 'type')
  if (hiddenTypes.has(name)) return refuse(request.user, 'rest_cannot_read_type', 'Cannot view post type.')
  const type = store.registry.typeOf(name)
  if (type === undefined) return new RestError('rest_type_invalid', 'Invalid post type.', 404)
  if (contextOf(request) === 'edit' && !mayEdit(request, type))
    return refuse(
      request.user,
      'rest_forbidden_context',
      'Sorry, you are not allowed to edit posts in this post type.',
    )
  return ok(describe(membersOf(store), type, request), {
    links: descriptionLinks(request, pattern, type.base),
  })
}

function mayEdit({ user }: RestRequest, { name }: TypeFacts): boolean {
  return can(user, rightsOf(name).edit)
}

function rightsOf(type: string): Rights {
  if (type === 'page') return pageRights
  if (type === 'attachment') return mediaRights
  return type === 'nav_menu_item' ? menuRights : postRights
}

function membersOf({ registry }: Store): readonly Described<TypeFacts>[] {
  return [
    { name: 'capabilities', in: ['edit'], shows: { type: 'object' }, read: capabilitiesOf },
    { name: 'description', in: notEmbedded, shows: text, read: ({ description }) => description },
    { name: 'hierarchical', in: notEmbedded, shows: truth, read: ({ hierarchical }) => hierarchical },
    { name: 'has_archive', in: notEmbedded, shows: { type: ['string', 'boolean'] }, read: () => false },
    {
      name: 'visibility',
      in: ['edit'],
      shows: { type: 'object', properties: { show_in_nav_menus: truth, show_ui: truth } },
      read: ({ name }) => ({ show_in_nav_menus: hasPages(name), show_ui: name !== 'nav_menu_item' }),
    },
    { name: 'viewable', in: ['edit'], shows: truth, read: ({ name }) => name !== 'nav_menu_item' },
    { name: 'labels', in: ['edit'], shows: { type: 'object' }, read: ({ labels }) => labels },
    { name: 'name', in: everywhere, shows: text, read: ({ labels }) => labels.name },
    { name: 'slug', in: everywhere, shows: text, read: ({ name }) => name },
    { name: 'icon', in: everywhere, shows: { type: ['string', 'null'] }, read: ({ icon }) => icon },
    {
      name: 'supports',
      in: ['edit'],
      shows: { type: 'object' },
      read: ({ supports }) => Object.fromEntries([...supports].map((feature) => [feature, true])),
    },
    {
      name: 'taxonomies',
      in: notEmbedded,
      shows: { type: 'array', items: text },
      read: ({ name }) => registry.taxonomiesOf(name).map((taxonomy) => taxonomy.name),
    },
    { name: 'rest_base', in: everywhere, shows: text, read: ({ base }) => base },
    { name: 'rest_namespace', in: everywhere, shows: text, read: () => namespace },
    { name: 'template', in: everywhere, shows: { type: 'array' }, read: () => [] },
    {
      name: 'template_lock',
      in: everywhere,
      shows: { type: ['string', 'boolean'] },
      read: () => false,
    },
  ]
}

function hasPages(name: string): boolean {
  return name !== 'nav_menu_item' && name !== 'attachment'
}

function capabilitiesOf({ name }: TypeFacts): Record<string, string> {
  const { create, ...rights } = rightsOf(name)
  const word = name === 'page' ? 'page' : 'post'
  return {
    edit_post: `edit_${word}`,
    read_post: `read_${word}`,
    delete_post: `delete_${word}`,
    edit_posts: rights.edit,
    edit_others_posts: rights.editOthers,
    delete_posts: rights.delete,
    publish_posts: rights.publish,
    read_private_posts: rights.readPrivate,
    read: 'read',
    delete_private_posts: rights.deletePrivate,
    delete_published_posts: rights.deletePublished,
    delete_others_posts: rights.deleteOthers,
    edit_private_posts: rights.editPrivate,
    edit_published_posts: rights.editPublished,
    create_posts: create,
  }
}
