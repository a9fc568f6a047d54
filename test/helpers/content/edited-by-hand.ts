/** The content after an editor changed a paragraph and a list item, reordered rows, and added a heading and a paragraph. */
export function editedByHand(content: string): string {
  const added =
    '<!-- wp:heading -->\n<h2 class="wp-block-heading">Von Hand</h2>\n<!-- /wp:heading -->\n\n<!-- wp:paragraph -->\n<p>Von Hand.</p>\n<!-- /wp:paragraph -->\n\n'
  const isHtml = !content.includes('<!-- wp:paragraph')
  return content
    .replace(/(<p[^>]*>)[^<]+/, '$1Von Hand geändert')
    .replace(/(<li[^>]*>)[^<]+/, '$1Von Hand')
    .replace(/(<tr>.*?<\/tr>)(<tr>.*?<\/tr>)/, '$2$1')
    .replace(/(?=<!-- wp:heading)/, isHtml ? '' : added)
}
