import { expect, test } from 'vitest'
import {
  normalizeBlocks,
  normalizeStoredBlocks,
} from '../../../../src/mock/cms/text/blocks/serialize-blocks.ts'
import { renderContent } from '../../../../src/mock/cms/text/render.ts'

test.each([
  [
    '<!-- wp:core/paragraph --><p>a</p><!-- /wp:core/paragraph -->',
    '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
  ],
  ['<!-- wp:paragraph {bad json} -->a<!-- /wp:paragraph -->', '<!-- wp:paragraph -->a<!-- /wp:paragraph -->'],
  ['<!-- wp:x --><!-- /wp:x -->', '<!-- wp:x /-->'],
  [
    '<!-- wp:x {"a":{},"b":{"0":1.50},"c":"\\u00f6 -- <&>\\"\\\\"} /-->',
    '<!-- wp:x {"a":[],"b":[1.5],"c":"ö \\u002d\\u002d \\u003c\\u0026\\u003e\\u0022\\u005c"} /-->',
  ],
  ['<!-- wp:x {} --> a', '<!-- wp:x --> a<!-- /wp:x -->'],
  ['<!-- wp:x -->a<!-- /wp:y -->b', '<!-- wp:x -->a<!-- /wp:x -->b'],
  ['no blocks <!-- c -->', 'no blocks <!-- c -->'],
  ['<!--wp:x-->', '<!--wp:x-->'],
])('%s is serialized as %s', (content, written) => {
  expect(normalizeBlocks(content)).toBe(written)
})

test('a stray closer creates a classic block in new content, and an update removes it', () => {
  expect(normalizeBlocks('<!-- /wp:paragraph -->text')).toBe(
    '<!-- wp:freeform /-->text<!-- /wp:post-content -->',
  )
  expect(normalizeStoredBlocks('<!-- /wp:paragraph -->text')).toBe('text')
})

test('blocks with excessive nesting are stored unchanged', () => {
  const deep = '<!-- wp:x -->'.repeat(600) + '<!-- /wp:x -->'.repeat(600)
  expect(renderContent(deep)).toBe(deep)
})

test.each([
  [
    'a paragraph',
    '<!-- wp:paragraph -->\n<p>a & b</p>\n<!-- /wp:paragraph -->',
    '\n<p class="wp-block-paragraph">a &#038; b</p>\n',
  ],
  [
    'a class of its own',
    '<!-- wp:paragraph --><p class="c">a</p><!-- /wp:paragraph -->',
    '<p class="c wp-block-paragraph">a</p>',
  ],
  [
    'headings',
    '<!-- wp:heading {"level":3} --><h3 id=\'x\'>a</h3><!-- /wp:heading -->',
    `<h3 class="wp-block-heading" id='x'>a</h3>`,
  ],
  [
    'a known class',
    '<!-- wp:list --><ul class="wp-block-list"></ul><!-- /wp:list -->',
    '<ul class="wp-block-list"></ul>',
  ],
  ['what is between', 'a<!-- wp:x/y /-->\n\n\n\n<!-- wp:z -->b<!-- /wp:z -->', 'a\n\n\n\nb'],
  [
    'a group',
    '<!-- wp:group --><div class="wp-block-group"><!-- wp:x /--></div><!-- /wp:group -->',
    '<div class="wp-block-group is-layout-flow wp-block-group-is-layout-flow"></div>',
  ],
  [
    'a constrained group',
    '<!-- wp:group {"layout":{"type":"constrained"}} --><div class="g"></div><!-- /wp:group -->',
    '<div class="g has-global-padding is-layout-constrained wp-block-group-is-layout-constrained"></div>',
  ],
  [
    'a row',
    '<!-- wp:group {"layout":{"type":"flex","flexWrap":"nowrap","justifyContent":"left","orientation":"vertical"}} --><div class="g"></div><!-- /wp:group -->',
    '<div class="g is-vertical is-content-justification-left is-nowrap is-layout-flex wp-block-group-is-layout-flex"></div>',
  ],
  [
    'columns',
    '<!-- wp:columns --><div class="c"><!-- wp:column --><div class="d"></div><!-- /wp:column --></div><!-- /wp:columns -->',
    '<div class="c is-layout-flex wp-container-core-columns-is-layout-28f84493 wp-block-columns-is-layout-flex"><div class="d is-layout-flow wp-block-column-is-layout-flow"></div></div>',
  ],
  [
    'the element around the inner blocks',
    '<!-- wp:cover --><div class="c"><div class="inner"><!-- wp:x /--></div></div><!-- /wp:cover -->',
    '<div class="c"><div class="inner is-layout-flow wp-block-cover-is-layout-flow"></div></div>',
  ],
  [
    'a limited group',
    '<!-- wp:group {"layout":{"contentSize":"9px"}} --><div></div><!-- /wp:group -->',
    '<div class="has-global-padding is-layout-constrained wp-block-group-is-layout-constrained"></div>',
  ],
  [
    'a class in other quotes',
    `<!-- wp:heading --><h2 class='wp-block-heading'>a</h2><!-- /wp:heading -->`,
    `<h2 class='wp-block-heading'>a</h2>`,
  ],
  [
    'what follows a stray closer',
    'a<!-- /wp:x --><!-- wp:y -->b<!-- /wp:y -->',
    'a<!-- /wp:x --><!-- wp:y -->b<!-- /wp:y -->',
  ],
  ['a stray closer', '<!-- wp:x -->a<!-- /wp:x --> b <!-- /wp:x --> c', 'a b <!-- /wp:x --> c'],
])('visitors see the markup and classes of %s', (_what, content, shown) => {
  expect(renderContent(content)).toBe(shown)
})
