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

const gtinSlug = /^gtin-(\d{13})-/

/** The GTIN in a default slug. */
export function gtinInSlug(slug: string): string | undefined {
  return gtinSlug.exec(slug)?.[1]
}

/** The slug at the end of a page's URL, as a URL contains it; undefined without one. */
export function slugOf(link: string): string | undefined {
  const slug = pathOf(link)?.split('/').at(-1)
  return slug === '' ? undefined : slug
}

/** The CMS writes escapes in lower case. */
function trimmed(path: string): string {
  return path.replace(/%[\dA-F]{2}/gi, (code) => code.toLowerCase()).replace(/^\/+|\/+$/g, '')
}
