import { answers, integer, objectOf, routesOf } from '../../addons/declare.ts'
import { editors } from '../../addons/rights.ts'
import { type Route, ok } from '../../rest/route.ts'
import type { Store } from '../../store/store.ts'
import { publishedRows } from '../content.ts'
import type { SeoState } from '../state.ts'
import { type Rank, measureAll, ranks } from './measure.ts'

const counts = objectOf(Object.fromEntries(ranks.map((rank) => [rank, integer])))

export type Statistics = {
  readonly posts: number
  readonly pages: number
  readonly media: number
  readonly words: number
  readonly readability: Readonly<Record<Rank, number>>
  readonly seo: Readonly<Record<Rank, number>>
}

/** `statistics`: the number of published rows and their scores. */
export function statisticsRoutes(store: Store, state: SeoState): Route[] {
  return [
    routesOf('seo/v1')('/statistics', {
      methods: ['GET'],
      args: {},
      may: editors,
      returns: answers('Numbers of published rows, of their words, and of rows by score.', {
        posts: integer,
        pages: integer,
        media: integer,
        words: integer,
        readability: counts,
        seo: counts,
      }),
      run: async () => ok(await countContent(store, state)),
    }),
  ]
}

export async function countContent(store: Store, state: SeoState): Promise<Statistics> {
  const posts = publishedRows(store, 'post')
  const pages = publishedRows(store, 'page')
  const readability = { good: 0, ok: 0, bad: 0, na: 0 }
  const seo = { good: 0, ok: 0, bad: 0, na: 0 }
  let words = 0
  for (const measured of await measureAll(state.measure, [...posts, ...pages])) {
    readability[measured.readability]++
    seo[measured.seo]++
    words += measured.words
  }
  const media = store.ofType('attachment').size
  return { posts: posts.length, pages: pages.length, media, words, readability, seo }
}
