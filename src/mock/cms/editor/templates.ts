/** The theme's templates and their parts, file by file. */
const header = '<!-- wp:template-part {"slug":"header","tagName":"header"} /-->'
const footer = '<!-- wp:template-part {"slug":"footer","tagName":"footer"} /-->'

function framed(main: string): string {
  return `${header}

<!-- wp:group {"tagName":"main","layout":{"type":"constrained"}} -->
<main class="wp-block-group">${main}</main>
<!-- /wp:group -->

${footer}
`
}

const title = '<!-- wp:post-title {"level":1} /-->'
const content = '<!-- wp:post-content {"layout":{"type":"constrained"}} /-->'
const list = `<!-- wp:query {"query":{"perPage":10,"postType":"post","inherit":true}} -->
<div class="wp-block-query"><!-- wp:post-template -->
<!-- wp:post-title {"isLink":true} /-->

<!-- wp:post-excerpt /-->
<!-- /wp:post-template -->

<!-- wp:query-pagination -->
<!-- wp:query-pagination-previous /-->

<!-- wp:query-pagination-next /-->
<!-- /wp:query-pagination --></div>
<!-- /wp:query -->`

export const templates: Readonly<Record<string, string>> = {
  'templates/index.html': framed(list),
  'templates/page.html': framed(`${title}\n\n<!-- wp:post-featured-image /-->\n\n${content}`),
  'templates/page-no-title.html': framed(content),
  'templates/single.html': framed(`${title}\n\n<!-- wp:post-date /-->\n\n${content}`),
  'templates/404.html': framed(
    '<!-- wp:heading {"level":1} -->\n<h1 class="wp-block-heading">Not found</h1>\n<!-- /wp:heading -->',
  ),
  'parts/header.html': '<!-- wp:site-title {"level":0} /-->\n',
  'parts/footer.html':
    '<!-- wp:paragraph {"fontSize":"small"} -->\n<p class="has-small-font-size">Reference site</p>\n<!-- /wp:paragraph -->\n',
}
