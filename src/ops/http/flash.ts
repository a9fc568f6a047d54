/** Only path and query count, so any origin will do. */
const own = 'http://ops'

/** The id of the audit entry that a page at this URL shows once, after an action. */
export function flashIdOf(url: string): string | undefined {
  return new URL(url, own).searchParams.get('flash') ?? undefined
}

/** Adds an audit entry to the URL of a page that will show it. */
export function withFlash(url: string, entryId: string | undefined): string {
  const target = new URL(url, own)
  target.searchParams.delete('flash')
  if (entryId !== undefined) target.searchParams.set('flash', entryId)
  return target.pathname + target.search
}
