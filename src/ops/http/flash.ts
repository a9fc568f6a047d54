/** Any origin will do: only paths and queries are looked at. */
const own = 'http://ops'

/** The id of the audit entry that a page at this address shows once, after an action. */
export function flashIdOf(url: string): string | undefined {
  return new URL(url, own).searchParams.get('flash') ?? undefined
}

/** The address of a page that shows this audit entry. */
export function withFlash(url: string, entryId: string | undefined): string {
  const target = new URL(url, own)
  target.searchParams.delete('flash')
  if (entryId !== undefined) target.searchParams.set('flash', entryId)
  return target.pathname + target.search
}
