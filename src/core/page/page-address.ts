const address = /^https?:\/\/\S+$/i
/** A path with at least one slash at its start, or a slug between slashes. */
const bare = /^\/\S*$/
const pageNumber = /[?&](?:p|page_id|post)=(\d{1,10})(?:&|$|#)|\/wp\/v2\/[\w-]+\/(\d{1,10})\/?(?:$|\?)/

/** The path of a pasted URL, without slashes at its ends and in the CMS's notation; undefined for any other text. */
export function pathOf(text: string): string | undefined {
  if (!address.test(text) && !bare.test(text)) return undefined
  const url = URL.parse(text, 'http://site')
  return url === null ? undefined : trimmed(url.pathname)
}

/** The number of the page in a preview link, a short link, a link to the editor or to the REST API. */
export function pageNumberIn(text: string): number | undefined {
  const [, query, rest] = pageNumber.exec(text) ?? []
  const id = query ?? rest
  return id === undefined ? undefined : Number(id)
}

/** Whether a page's URL has this path; the host may be another one, such as that of a preview. */
export function sameAddress(link: string, path: string): boolean {
  return pathOf(link) === path
}

/** The CMS writes escapes in lower case. */
function trimmed(path: string): string {
  return path.replace(/%[\dA-F]{2}/gi, (code) => code.toLowerCase()).replace(/^\/+|\/+$/g, '')
}
