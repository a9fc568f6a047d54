/** A block pattern as the REST interface shows it. */
export type Pattern = {
  readonly name: string
  readonly title: string
  readonly content: string
  readonly description: string
  readonly viewport_width: number
  readonly inserter: boolean
  readonly categories: readonly string[]
  readonly keywords: readonly string[]
  readonly block_types: readonly string[]
  readonly source: 'theme'
}

function pattern(
  name: string,
  { title, description }: Pick<Pattern, 'title' | 'description'>,
  content: readonly string[],
  more: Pick<Pattern, 'categories' | 'keywords'> & Partial<Pick<Pattern, 'block_types'>>,
): Pattern {
  return {
    name: `reference/${name}`,
    title,
    content: content.join('\n\n'),
    description,
    viewport_width: 1200,
    inserter: true,
    block_types: [],
    source: 'theme',
    ...more,
  }
}

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const heading = (text: string): string =>
  `<!-- wp:heading -->\n<h2 class="wp-block-heading">${text}</h2>\n<!-- /wp:heading -->`
const column = (...blocks: string[]): string =>
  `<!-- wp:column -->\n<div class="wp-block-column">${blocks.join('\n\n')}</div>\n<!-- /wp:column -->`
const columns = (...inner: string[]): string =>
  `<!-- wp:columns -->\n<div class="wp-block-columns">${inner.join('\n\n')}</div>\n<!-- /wp:columns -->`
const item = (text: string): string => `<!-- wp:list-item -->\n<li>${text}</li>\n<!-- /wp:list-item -->`

/** The patterns of the theme. */
export const patterns: readonly Pattern[] = [
  pattern(
    'two-columns',
    { title: 'Two columns with headings', description: 'Two texts side by side.' },
    [
      columns(
        column(heading('First'), paragraph('What the left side says.')),
        column(heading('Second'), paragraph('What the right side says.')),
      ),
    ],
    { categories: ['columns', 'text'], keywords: ['side by side'] },
  ),
  pattern(
    'advantages',
    { title: 'List of advantages', description: 'A heading with a list of reasons.' },
    [
      heading('Advantages'),
      `<!-- wp:list -->\n<ul class="wp-block-list">${['Quick', 'Safe', 'Clean'].map(item).join('\n\n')}</ul>\n<!-- /wp:list -->`,
    ],
    { categories: ['text'], keywords: ['reasons', 'list'] },
  ),
  pattern(
    'facts',
    { title: 'Table of facts', description: 'Names and values in two columns.' },
    [
      '<!-- wp:table -->\n<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><td>Length</td><td>25 m</td></tr><tr><td>Width</td><td>1.5 m</td></tr></tbody></table></figure>\n<!-- /wp:table -->',
    ],
    { categories: ['text'], keywords: ['data', 'table'] },
  ),
  pattern(
    'question',
    { title: 'Question and answer', description: 'An answer that opens when its question is chosen.' },
    [
      `<!-- wp:details -->\n<details class="wp-block-details"><summary>How is it done?</summary>${paragraph('Like this.')}</details>\n<!-- /wp:details -->`,
    ],
    { categories: ['text'], keywords: ['faq'] },
  ),
  pattern(
    'call',
    { title: 'Call to action', description: 'A sentence and a button.' },
    [
      paragraph('Questions? Talk to us.'),
      '<!-- wp:buttons -->\n<div class="wp-block-buttons"><!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/">Contact</a></div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons -->',
    ],
    { categories: ['call-to-action'], keywords: ['contact', 'button'], block_types: ['core/buttons'] },
  ),
]
