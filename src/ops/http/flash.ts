/** Any origin will do: only paths and queries are looked at. */
const own = 'http://ops'

/** The id of the audit log’s entry that a page of this address tells about. */
export function flashIdOf(url: string): string | undefined {
  return new URL(url, own).searchParams.get('said') ?? undefined
}

/** The address of a page that tells what the audit log’s entry says. */
export function withFlash(url: string, entryId: string | undefined): string {
  const target = new URL(withoutFlash(url), own)
  if (entryId !== undefined) target.searchParams.set('said', entryId)
  return target.pathname + target.search
}

/** The address without it. */
export function withoutFlash(url: string): string {
  const target = new URL(url, own)
  target.searchParams.delete('said')
  return target.pathname + target.search
}
