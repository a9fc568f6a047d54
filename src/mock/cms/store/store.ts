import { pairOf } from './dates.ts'
import { type Registry, createRegistry } from '../types/registry.ts'
import type { Comment, PostType, Row, Term } from './rows.ts'
import { seedComments, seedRows, seedTerms } from './seed.ts'
import { type OrderedView, type ViewSpec, createViews } from './views.ts'

type Rows = ReadonlyMap<number, Row>

type Content = {
  rows: readonly Row[]
  comments: readonly Comment[]
  terms: readonly Term[]
  files: Iterable<[string, Buffer]>
  lastId: number
  lastComment: number
  lastTerm: number
}

/** The whole state of the CMS, in memory. Frequent requests use an index. */
export type Store = ReturnType<typeof createStore>

const nothing: ReadonlySet<number> = new Set()
const none: Rows = new Map()

export function createStore(now: () => Date, registry: Registry = createRegistry()) {
  let rows = new Map<number, Row>()
  let byType = new Map<PostType, Map<number, Row>>()
  let bySlug = new Map<string, Set<number>>()
  let byParent = new Map<number, Set<number>>()
  let byFeatured = new Map<number, Set<number>>()
  let byRevised = new Map<number, Set<number>>()
  let comments = new Map<number, Comment>()
  let terms = new Map<number, Term>()
  let files = new Map<string, Buffer>()
  let scheduled = new Set<number>()
  let lastId = 0
  let lastComment = 0
  let lastTerm = 0
  const views = createViews({ ofType: (type) => byType.get(type) ?? none, get: (id) => rows.get(id) })

  function link(row: Row): void {
    add(bySlug, row.slug, row.id)
    add(row.type === 'revision' ? byRevised : byParent, row.parent, row.id)
    if (row.featured !== 0) add(byFeatured, row.featured, row.id)
  }

  function unlink(row: Row): void {
    drop(bySlug, row.slug, row.id)
    drop(row.type === 'revision' ? byRevised : byParent, row.parent, row.id)
    drop(byFeatured, row.featured, row.id)
  }

  function put(row: Row): Row {
    const old = rows.get(row.id)
    views.change(row.type, old, row)
    if (old === undefined) link(row)
    else if (old.slug !== row.slug || old.parent !== row.parent || old.featured !== row.featured) {
      unlink(old)
      link(row)
    }
    rows.set(row.id, row)
    if (row.status === 'future') scheduled.add(row.id)
    else if (old?.status === 'future') scheduled.delete(row.id)
    const same = byType.get(row.type) ?? new Map<number, Row>()
    byType.set(row.type, same.set(row.id, row))
    return row
  }

  /** Replaces everything. */
  function fill(content: Content): void {
    rows = new Map()
    byType = new Map()
    bySlug = new Map()
    byParent = new Map()
    byFeatured = new Map()
    byRevised = new Map()
    files = new Map(content.files)
    scheduled = new Set()
    views.clear()
    for (const row of content.rows) put(row)
    comments = new Map(content.comments.map((comment) => [comment.id, comment]))
    terms = new Map(content.terms.map((term) => [term.id, term]))
    lastId = content.lastId
    lastComment = content.lastComment
    lastTerm = content.lastTerm
  }

  const reset = (): void =>
    fill({
      rows: seedRows,
      comments: seedComments,
      terms: seedTerms,
      files: [],
      lastId: 20,
      lastComment: 1,
      lastTerm: 20,
    })

  reset()
  return {
    reset,
    /** Stores the current state. The returned function restores it, including the counters for ids. */
    backUp(): () => void {
      const content = {
        rows: [...rows.values()],
        comments: [...comments.values()],
        terms: [...terms.values()],
        files: [...files],
        lastId,
        lastComment,
        lastTerm,
      }
      return () => fill(content)
    },
    now,
    registry,
    /** The current time in the site's time zone and in GMT. */
    today: () => pairOf(now().getTime()),
    nextId: () => ++lastId,
    get: (id: number): Row | undefined => rows.get(id),
    /** All rows of a type, oldest id first. */
    ofType: (type: PostType): Rows => byType.get(type) ?? none,
    /** An ordered view, created on first use. */
    view: (spec: ViewSpec): OrderedView => views.find(spec),
    idsWithSlug: (slug: string): ReadonlySet<number> => bySlug.get(slug) ?? nothing,
    childrenOf: (id: number): Row[] => resolve(rows, byParent.get(id)),
    /** Revisions and autosaves, oldest first. */
    revisionsOf: (id: number): Row[] => resolve(rows, byRevised.get(id)),
    /** Rows with a future date. */
    scheduled: (): Row[] => (scheduled.size === 0 ? [] : resolve(rows, scheduled)),
    featuring: (id: number): Row[] => resolve(rows, byFeatured.get(id)),
    put,
    remove(row: Row): void {
      views.change(row.type, row, undefined)
      unlink(row)
      rows.delete(row.id)
      scheduled.delete(row.id)
      byType.get(row.type)?.delete(row.id)
    },
    comments: {
      nextId: () => ++lastComment,
      get: (id: number): Comment | undefined => comments.get(id),
      all: (): IterableIterator<Comment> => comments.values(),
      put(comment: Comment): Comment {
        comments.set(comment.id, comment)
        return comment
      },
      remove: (id: number): boolean => comments.delete(id),
    },
    terms: {
      nextId: () => ++lastTerm,
      get: (id: number): Term | undefined => terms.get(id),
      all: (): Term[] => [...terms.values()],
      /** Terms of a taxonomy, oldest id first. */
      of: (taxonomy: string): Term[] => [...terms.values()].filter((term) => term.taxonomy === taxonomy),
      /** Whether there is a term with this id in a taxonomy. */
      has: (taxonomy: string, id: number): boolean => terms.get(id)?.taxonomy === taxonomy,
      put(term: Term): Term {
        terms.set(term.id, term)
        return term
      },
      remove: (id: number): boolean => terms.delete(id),
    },
    files: {
      get: (path: string): Buffer | undefined => files.get(path),
      has: (path: string): boolean => files.has(path),
      put: (path: string, bytes: Buffer): void => void files.set(path, bytes),
      remove: (path: string): boolean => files.delete(path),
    },
  }
}

function resolve(rows: Rows, ids: ReadonlySet<number> | undefined): Row[] {
  return [...(ids ?? nothing)].flatMap((id) => rows.get(id) ?? [])
}

function add<K>(index: Map<K, Set<number>>, key: K, id: number): void {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, new Set([id]))
  else ids.add(id)
}

function drop<K>(index: Map<K, Set<number>>, key: K, id: number): void {
  const ids = index.get(key)
  if (ids?.delete(id) === true && ids.size === 0) index.delete(key)
}
