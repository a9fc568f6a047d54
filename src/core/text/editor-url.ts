/** The end of a REST root of this CMS, with and without pretty permalinks. */
const restRoot = /(?:\/wp-json|(?:\/index\.php)?\/?\?rest_route=\/?)\/?$/

/** The URL that opens a page in the CMS's editor; undefined if the REST root does not reveal the site's URL. */
export function editorUrl(apiRoot: string, pageId: number): string | undefined {
  if (!restRoot.test(apiRoot)) return undefined
  return `${apiRoot.replace(restRoot, '')}/wp-admin/post.php?post=${pageId}&action=edit`
}
