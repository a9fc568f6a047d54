import {
  forceArg,
  integerList,
  orderArg,
  pageArgs,
  plainContextArg,
  textList,
  writeArgs,
} from '../rest/common-args.ts'
import { metaArg } from '../posts/meta-field.ts'
import { RestError } from '../rest/error.ts'
import { toText } from '../rest/php.ts'
import { type RestRequest, contextOf } from '../rest/request.ts'
import { type Answer, type Endpoint, type Route, updating } from '../rest/route.ts'
import type { Arg, Args } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { cleanTextLine } from '../text/clean.ts'
import { toSlug } from '../text/slug.ts'
import type { TaxonomyFacts } from '../types/facts.ts'
import { termSchema } from './help-schema.ts'
import { listTerms } from './list-terms.ts'
import { answerWith } from './show-term.ts'
import { termAnswers } from './term-answers.ts'
import { findTerm, mayCreate, mayDelete, mayList, mayRead, mayUpdate } from './term-permissions.ts'
import { createTerm, deleteTerm, updateTerm } from './write-term.ts'

const namespace = 'cms/v2'

/** The routes of all taxonomies. Categories, tags and menus are read-only. */
export function termRoutes(store: Store): Route[] {
  const { taxonomies, addedTaxonomies } = store.registry
  return taxonomies.flatMap((taxonomy) => routesOf(store, taxonomy, addedTaxonomies.includes(taxonomy)))
}

function routesOf(store: Store, taxonomy: TaxonomyFacts, isAdded: boolean): Route[] {
  const pattern = `/${namespace}/${taxonomy.base}`
  const common = {
    namespace,
    ...(isAdded ? { batch: true } : {}),
    ...(store.registry.isExtended ? { schema: termSchema(taxonomy) } : {}),
  }
  const [create, update, remove] = isAdded ? writeEndpoints(store, taxonomy) : []
  return [
    {
      ...common,
      pattern,
      endpoints: [
        {
          methods: ['GET'],
          args: listArgs(taxonomy),
          may: (request) => mayList(store, taxonomy, request),
          returns: termAnswers.list,
          run: (request) => listTerms(store, taxonomy, request),
        },
        ...(create === undefined ? [] : [create]),
      ],
    },
    {
      ...common,
      pattern: `${pattern}/(?P<id>[\\d]+)`,
      endpoints: [
        {
          methods: ['GET'],
          args: { ...itemArg, context: { ...plainContextArg, default: 'view' } },
          may: (request) => mayRead(store, taxonomy, request),
          returns: termAnswers.item,
          run: (request) => readTerm(store, taxonomy, request),
        },
        ...[update, remove].filter((endpoint) => endpoint !== undefined),
      ],
    },
  ]
}

const itemArg: Args = { id: { type: 'integer' } }

function listArgs({ hierarchical }: TaxonomyFacts): Args {
  return {
    ...pageArgs,
    exclude: integerList,
    include: integerList,
    order: orderArg('asc'),
    orderby: {
      type: 'string',
      default: 'name',
      enum: ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'],
    },
    hide_empty: { type: 'boolean', default: false },
    post: { type: 'integer', default: null },
    slug: textList,
    ...(hierarchical ? { parent: { type: 'integer' } } : { offset: { type: 'integer' } }),
  }
}

function readTerm(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): Answer {
  const term = findTerm(store, taxonomy, request)
  if (term instanceof RestError) return term
  return answerWith(store, taxonomy, request, { term, context: contextOf(request) })
}

function writeEndpoints(store: Store, taxonomy: TaxonomyFacts): readonly [Endpoint, Endpoint, Endpoint] {
  const write = (name: Arg): Args =>
    writeArgs({
      description: { type: 'string' },
      name: { type: 'string', clean: (value) => cleanTextLine(toText(value)), ...name },
      slug: { type: 'string', clean: (value) => toSlug(toText(value)) },
      ...(taxonomy.hierarchical ? { parent: { type: 'integer' } } : {}),
      meta: metaArg({}),
    })
  return [
    {
      methods: ['POST'],
      args: write({ required: true }),
      may: (request) => mayCreate(store, taxonomy, request),
      returns: termAnswers.created,
      run: (request) => createTerm(store, taxonomy, request),
    },
    {
      methods: updating,
      args: { ...itemArg, ...write({}) },
      may: (request) => mayUpdate(store, taxonomy, request),
      returns: termAnswers.updated,
      run: (request) => updateTerm(store, taxonomy, request),
    },
    {
      methods: ['DELETE'],
      args: { ...itemArg, force: forceArg },
      may: (request) => mayDelete(store, taxonomy, request),
      returns: termAnswers.removed,
      run: (request) => deleteTerm(store, taxonomy, request),
    },
  ]
}
