import { answers, integer, listOf, objectOf, routesOf, text, truth } from '../../addons/declare.ts'
import { editors } from '../../addons/rights.ts'
import type { Site } from '../../rest/request.ts'
import { type Endpoint, type Route, ok } from '../../rest/route.ts'
import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import type { Measures } from '../scores/measure.ts'
import { describeLinks, describeRow, describeTerm } from './describe.ts'
import { type Walk, createWalk } from './walk.ts'

const namespace = 'seo/v1'
const route = routesOf(namespace)
const object = objectOf(
  { object_type: text, object_sub_type: text },
  {
    object_id: integer,
    permalink: text,
    readability_score: text,
    seo_score: text,
    internal_links: integer,
    external_links: integer,
  },
)
const stepAnswer = answers(
  'What this step indexed; `next_url` is false when nothing is left, else where to go on.',
  {
    objects: listOf(object),
    next_url: { type: ['string', 'boolean'] },
  },
)
const stateAnswer = answers('How far the indexing is.', { complete: truth, unindexed: integer })

/** Indexing and link indexing. Each POST processes 25 new or changed objects. */
export function indexingRoutes(store: Store, measure: Measures): { routes: Route[]; reset: () => void } {
  const content = (): Row[] =>
    [...store.ofType('post').values(), ...store.ofType('page').values()].filter(
      ({ status }) => status !== 'trash' && status !== 'auto-draft',
    )
  const isCurrent = (row: Row): boolean => store.get(row.id) === row
  const ownTerms = store.terms
    .all()
    .filter(({ taxonomy }) => taxonomy === 'category' || taxonomy === 'post_tag')
  const archives = [{ object_type: 'post-type-archive', object_sub_type: 'post' }]
  const general = [
    { object_type: 'home-page', object_sub_type: 'home' },
    { object_type: 'system-page', object_sub_type: '404' },
    { object_type: 'system-page', object_sub_type: 'search-result' },
  ]
  const walks = {
    posts: createWalk(content, isCurrent),
    terms: createWalk(() => ownTerms),
    archives: createWalk(() => archives),
    general: createWalk(() => general),
    postLinks: createWalk(content, isCurrent),
    termLinks: createWalk(() => ownTerms),
  }
  const left = (): number =>
    [walks.posts, walks.terms, walks.archives, walks.general].reduce((sum, walk) => sum + walk.left(), 0)
  const reset = (): void => Object.values(walks).forEach((walk) => walk.reset())
  const tellState: Pick<Endpoint, 'returns' | 'run'> = {
    returns: stateAnswer,
    run: () => ok({ complete: left() === 0, unindexed: left() }),
  }

  return {
    reset,
    routes: [
      stepRoute('/indexing/posts', walks.posts, (row, site) => describeRow(store, site, measure, row)),
      stepRoute('/indexing/terms', walks.terms, (term, site) => describeTerm(site, term)),
      stepRoute('/indexing/post-type-archives', walks.archives, (archive) => archive),
      stepRoute('/indexing/general', walks.general, (page) => page),
      post('/indexing/prepare', {
        returns: stateAnswer,
        run() {
          reset()
          return ok({ complete: false, unindexed: left() })
        },
      }),
      post('/indexing/indexables-complete', tellState),
      post('/indexing/complete', tellState),
      stepRoute('/link-indexing/posts', walks.postLinks, (row, site) => describeLinks(site, row)),
      stepRoute('/link-indexing/terms', walks.termLinks, (term, site) => ({
        ...describeTerm(site, term),
        internal_links: 0,
        external_links: 0,
      })),
    ],
  }
}

function stepRoute<T extends object>(
  path: string,
  walk: Walk<T>,
  show: (thing: T, site: Site) => object,
): Route {
  return post(path, {
    returns: stepAnswer,
    run({ site }) {
      const { things, more } = walk.step()
      const next = more ? `${site.root}/${namespace}${path}` : false
      return ok({ objects: things.map((thing) => show(thing, site)), next_url: next })
    },
  })
}

function post(path: string, endpoint: Pick<Endpoint, 'returns' | 'run'>): Route {
  return route(path, { methods: ['POST'], args: {}, may: editors, ...endpoint })
}
