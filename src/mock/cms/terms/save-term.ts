import { RestError } from '../rest/error.ts'
import { isEmpty } from '../rest/php.ts'
import type { Term } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { toSlug } from '../text/slug.ts'
import type { TaxonomyFacts } from '../types/facts.ts'

export type TermDraft = Partial<Pick<Term, 'name' | 'slug' | 'description' | 'parent'>>

/** The length of the database columns for name and slug. */
const longest = 200

/** Adds a term as `wp_insert_term` does. Throws `term_exists` for a name that its siblings have. */
export function insertTerm(store: Store, taxonomy: TaxonomyFacts, draft: TermDraft): Term {
  const { name = '', slug: wished = '', description = '', parent = 0 } = draft
  if (isBlank(name)) throw nameless()
  const slug = isEmpty(wished) ? toSlug(name) : wished
  refuseExisting(store, taxonomy, { name, slug, parent, isWished: !isEmpty(wished) })
  const own = { taxonomy: taxonomy.name, name, description, parent }
  const unique = uniqueSlug(store, { ...own, id: 0, slug }, taxonomy.hierarchical)
  refuseLong(name, unique)
  const id = store.terms.nextId()
  return store.terms.put({ ...own, id, slug: unique === '' ? String(id) : unique })
}

/** Changes a term as `wp_update_term` does. */
export function changeTerm(store: Store, old: Term, draft: TermDraft): Term {
  const merged = { ...old, ...draft }
  if (isBlank(merged.name)) throw nameless()
  const isWished = !isEmpty(merged.slug)
  const slug = isWished ? merged.slug : toSlug(merged.name)
  const term = { ...merged, slug, parent: withoutLoop(store, merged) }
  const isTaken = store.terms.of(old.taxonomy).some((other) => other.slug === slug && other.id !== old.id)
  if (isTaken && isWished && term.parent === old.parent)
    throw unexpected(
      'duplicate_term_slug',
      `The slug &#8220;${slug}&#8221; is already in use by another term.`,
    )
  const isTree = store.registry.taxonomyOf(old.taxonomy)?.hierarchical === true
  const changed = isTaken ? { ...term, slug: uniqueSlug(store, term, isTree) } : term
  const { name } = changed
  // The database refuses such values, and WordPress ignores that.
  const isRefused = isTooLong(name) || isTooLong(changed.slug)
  return store.terms.put(isRefused ? { ...changed, name: old.name, slug: old.slug } : changed)
}

/** WordPress gives these errors no status, so that they are 500. */
function unexpected(code: string, message: string, data: string | null = null): RestError {
  return new RestError(code, message, 500, { data })
}

const isBlank = (name: string): boolean => name.trim() === ''
const nameless = (): RestError => unexpected('empty_term_name', 'A name is required for this term.')

const isTooLong = (text: string): boolean => text.length > longest

function refuseLong(name: string, slug: string): void {
  const fields = [...(isTooLong(name) ? ['name'] : []), ...(isTooLong(slug) ? ['slug'] : [])]
  if (fields.length === 0) return
  const reason =
    fields.length === 1
      ? `the value for the following field failed: ${fields[0]}. The supplied value may be too long or contains invalid data.`
      : `the values for the following fields failed: ${fields.join(', ')}. The supplied values may be too long or contain invalid data.`
  const data = `WordPress database error: Processing ${reason}`
  throw unexpected('db_insert_error', 'Could not insert term into the database.', data)
}

type Wish = {
  readonly name: string
  readonly slug: string
  readonly parent: number
  readonly isWished: boolean
}

/** Siblings may have the same name only if the new term has its own slug. */
function refuseExisting(store: Store, taxonomy: TaxonomyFacts, wish: Wish): void {
  const { name, slug, parent, isWished } = wish
  const all = store.terms.of(taxonomy.name)
  const siblings = all.filter((term) => term.parent === parent)
  const namesake = siblings.find((term) => term.name.toLowerCase() === name.toLowerCase())
  if (namesake === undefined) return
  const slugmate = all.find((term) => term.slug === slug)
  const isSame = !isWished || namesake.slug === slug
  if (!isSame && slugmate === undefined) return
  if (!taxonomy.hierarchical) throw exists('in this taxonomy', namesake)
  const existing =
    isSame && siblings.some((term) => term.name === name)
      ? namesake
      : siblings.find((term) => term.slug === slug)
  if (existing !== undefined) throw exists('with this parent', existing)
}

function exists(where: string, { id }: Term): RestError {
  const message = `A term with the name provided already exists ${where}.`
  return new RestError('term_exists', message, 400, { data: { term_id: id }, earlier: [id, id] })
}

/** A slug that no term of the taxonomy has: with the slugs of its ancestors, or with -2, -3 … */
function uniqueSlug(store: Store, term: Term, isTree: boolean): string {
  const { slug, taxonomy } = term
  if (!store.terms.of(taxonomy).some((other) => other.slug === slug)) return slug
  const others = store.terms.all().filter(({ id }) => id !== term.id)
  const isTaken = (wanted: string): boolean => others.some((other) => other.slug === wanted)
  const long = slug + (isTree ? ancestorsOf(store, term, isTaken) : '')
  if (!isTaken(long)) return long
  for (let suffix = 2; ; suffix++) if (!isTaken(`${long}-${suffix}`)) return `${long}-${suffix}`
}

/** The slugs of as many ancestors as the slug needs: `-parent-grandparent`. */
function ancestorsOf(store: Store, { slug, parent }: Term, isTaken: (slug: string) => boolean): string {
  let suffix = ''
  for (let above = store.terms.get(parent); above !== undefined; above = store.terms.get(above.parent)) {
    suffix += `-${above.slug}`
    if (!isTaken(slug + suffix)) break
  }
  return suffix
}

/** A term cannot be its own ancestor. */
function withoutLoop(store: Store, { id, parent }: Term): number {
  for (let above = parent; above !== 0; above = store.terms.get(above)?.parent ?? 0)
    if (above === id) return 0
  return parent
}
