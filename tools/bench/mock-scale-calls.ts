/** A bundled server with pages in it; `made` counts those that the bench adds, so that slugs differ. */
export type Store = {
  readonly pages: number
  readonly parents: readonly number[]
  made: number
  readonly send: (request: ReturnType<Call['request']>) => Promise<void>
}

export type Call = {
  readonly name: string
  readonly request: (store: Store) => { method?: 'GET' | 'POST' | 'DELETE'; path: string; body?: unknown }
  /** what may walk through all pages: searches and filters that no client repeats */
  readonly exempt?: true
}

const list = '/cms/v2/pages'
const lastPage = ({ pages }: Store, size: number): number => Math.floor(pages / size)
const slugOf = ({ pages }: Store, nth: number): string => `page-${10 + ((nth * 7919) % (pages - 10))}`

/** The calls by which the two sizes are compared. */
export const calls: readonly Call[] = [
  { name: 'list, as it comes', request: () => ({ path: list }) },
  { name: 'list, 100 ids', request: () => ({ path: `${list}?per_page=100&_fields=id` }) },
  { name: 'list by id, first page', request: () => ({ path: `${list}?orderby=id&order=asc` }) },
  {
    name: 'list by id, last page of 100 ids',
    request: (store) => ({
      path: `${list}?orderby=id&order=asc&per_page=100&_fields=id&page=${lastPage(store, 100)}`,
    }),
  },
  { name: 'list by date, last page', request: (store) => ({ path: `${list}?page=${lastPage(store, 10)}` }) },
  { name: 'list by offset', request: (store) => ({ path: `${list}?offset=${store.pages - 50}&_fields=id` }) },
  { name: 'list by last change', request: () => ({ path: `${list}?orderby=modified&_fields=id` }) },
  { name: 'list by title', request: () => ({ path: `${list}?orderby=title&order=asc&_fields=id` }) },
  { name: 'list of all statuses', request: () => ({ path: `${list}?status=any&context=edit` }) },
  { name: 'look-up of one slug', request: (store) => ({ path: `${list}?slug=${slugOf(store, 3)}` }) },
  {
    name: 'look-up of 100 slugs',
    request: (store) => {
      const slugs = Array.from({ length: 100 }, (_, nth) => slugOf(store, nth))
      return { path: `${list}?slug=${slugs.join()}&per_page=100&_fields=id,slug&status=any` }
    },
  },
  { name: 'create', request: (store) => ({ method: 'POST', path: list, body: newPage(store) }) },
  {
    name: 'batch of 25 creates',
    request: (store) => ({
      method: 'POST',
      path: '/batch/v1',
      body: { requests: Array.from({ length: 25 }, () => ({ path: list, body: newPage(store) })) },
    }),
  },
  {
    name: 'batch of 25 updates',
    request: (store) => ({
      method: 'POST',
      path: '/batch/v1',
      body: {
        requests: Array.from({ length: 25 }, (_, nth) => ({
          path: `${list}/${(store.parents[0] ?? 0) + 20 + nth}`,
          body: { title: `Changed ${store.made++}` },
        })),
      },
    }),
  },
  { name: 'list, right after a create', request: () => ({ path: list }) },
  {
    name: 'list below one parent',
    exempt: true,
    request: ({ parents }) => ({ path: `${list}?parent=${parents[3]}&_fields=id` }),
  },
  { name: 'search', exempt: true, request: () => ({ path: `${list}?search=page-1234&_fields=id` }) },
]

function newPage(store: Store): object {
  const name = `new-${store.made++}`
  return { slug: name, title: name, status: 'publish', parent: store.parents[0], content: `<p>${name}</p>` }
}
