import { blockTypeAnswer } from './block-type-answer.ts'
import { RestError, refuse } from '../rest/error.ts'
import { plainContextArg } from '../rest/common-args.ts'
import { type RestRequest, textParam } from '../rest/request.ts'
import { type Route, ok } from '../rest/route.ts'
import { can } from '../users/users.ts'

const namespace = 'cms/v2'

type BlockType = {
  readonly title: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly supports: Readonly<Record<string, unknown>>
}

const lock = { type: 'object' }
const metadata = { type: 'object' }
const text = (selector: string): Record<string, unknown> => ({
  type: 'rich-text',
  source: 'rich-text',
  selector,
  role: 'content',
})

function block(
  title: string,
  attributes: Readonly<Record<string, unknown>>,
  supports: Readonly<Record<string, unknown>> = {},
): BlockType {
  return {
    title,
    attributes: { ...attributes, lock, metadata, className: { type: 'string' } },
    supports: { anchor: true, ...supports },
  }
}

/** The blocks that product pages consist of, as WordPress 7 registers them. */
const blocks: Readonly<Record<string, BlockType>> = {
  paragraph: block('Paragraph', { content: text('p'), dropCap: { type: 'boolean', default: false } }),
  heading: block(
    'Heading',
    { content: text('h1,h2,h3,h4,h5,h6'), level: { type: 'number', default: 2 } },
    { className: true },
  ),
  list: block(
    'List',
    { ordered: { type: 'boolean', default: false }, values: { type: 'string' } },
    { className: true },
  ),
  'list-item': block('List Item', { content: text('li') }, { className: false }),
  table: block('Table', {
    hasFixedLayout: { type: 'boolean', default: true },
    head: { type: 'array', default: [] },
    body: { type: 'array', default: [] },
  }),
  image: block('Image', {
    id: { type: 'number' },
    url: { type: 'string' },
    alt: { type: 'string', default: '' },
    sizeSlug: { type: 'string' },
    linkDestination: { type: 'string' },
  }),
  gallery: block('Gallery', { columns: { type: 'number' }, linkTo: { type: 'string' } }),
  group: block('Group', {
    tagName: { type: 'string', default: 'div' },
    templateLock: { type: ['string', 'boolean'], enum: ['all', 'insert', 'contentOnly', false] },
  }),
  columns: block('Columns', { isStackedOnMobile: { type: 'boolean', default: true } }),
  column: block('Column', { width: { type: 'string' } }),
  buttons: block('Buttons', {}),
  button: block('Button', { url: { type: 'string' }, text: text('a,button') }),
  file: block('File', { id: { type: 'number' }, href: { type: 'string' }, fileId: { type: 'string' } }),
  details: block('Details', { showContent: { type: 'boolean', default: false }, summary: text('summary') }),
  separator: block('Separator', { opacity: { type: 'string', default: 'alpha-channel' } }),
  html: block('Custom HTML', { content: { type: 'string', source: 'raw' } }, { className: false }),
}

export const blockNames: readonly string[] = Object.keys(blocks).map((name) => `core/${name}`)

/** `block-types/<namespace>/<name>`: clients read from it how this version of WordPress registers a block. */
export const blockTypeRoutes: readonly Route[] = [
  {
    pattern: `/${namespace}/block-types/(?P<namespace>[a-zA-Z0-9_-]+)/(?P<name>[a-zA-Z0-9_-]+)`,
    namespace,
    endpoints: [
      {
        methods: ['GET'],
        args: {
          namespace: { type: 'string' },
          name: { type: 'string' },
          context: { ...plainContextArg, default: 'view' },
        },
        may: ({ user }) =>
          can(user, 'edit_posts') ||
          refuse(user, 'rest_block_type_cannot_view', 'Sorry, you are not allowed to manage block types.'),
        returns: blockTypeAnswer,
        run(request) {
          const name = textParam(request, 'name')
          const known =
            textParam(request, 'namespace') === 'core' && Object.hasOwn(blocks, name)
              ? blocks[name]
              : undefined
          if (known === undefined) return new RestError('rest_block_type_invalid', 'Invalid block type.', 404)
          return ok(describe(request, name, known))
        },
      },
    ],
  },
]

function describe(
  { site }: RestRequest,
  name: string,
  { title, attributes, supports }: BlockType,
): Record<string, unknown> {
  return {
    api_version: 3,
    name: `core/${name}`,
    title,
    icon: null,
    category: null,
    keywords: [],
    parent: null,
    ancestor: null,
    provides_context: {},
    uses_context: [],
    supports,
    styles: [],
    variations: [],
    textdomain: 'default',
    description: '',
    attributes,
    is_dynamic: false,
    _links: { self: [{ href: `${site.root}/${namespace}/block-types/core/${name}` }] },
  }
}
