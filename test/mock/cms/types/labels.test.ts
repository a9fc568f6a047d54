import { afterAll, expect, test } from 'vitest'
import { openTypes } from './open-products.ts'

const cms = await openTypes({
  post_types: {
    product: { labels: { name: 'Products', singular_name: 'Product' } },
    note: {},
    guide: { labels: { name: 'Guides' }, hierarchical: true },
  },
  taxonomies: {
    product_cat: { labels: { name: 'Groups', singular_name: 'Group' }, hierarchical: true },
    colour: { object_types: ['product'] },
  },
})
afterAll(() => cms.close())

const labelsOf = async (path: string): Promise<unknown> =>
  (await cms.ask('admin', 'GET', `/cms/v2/${path}?context=edit`)).body['labels']

test('a post type repeats its names in a few labels, and calls its rows posts in all others', async () => {
  expect(await labelsOf('types/product')).toMatchObject({
    name: 'Products',
    singular_name: 'Product',
    menu_name: 'Products',
    all_items: 'Products',
    archives: 'Products',
    name_admin_bar: 'Product',
    edit_item: 'Edit Post',
    not_found: 'No posts found.',
    parent_item_colon: null,
    item_link_description: 'A link to a post.',
  })
})

test('a hierarchical post type calls its rows pages', async () => {
  expect(await labelsOf('types/guide')).toMatchObject({
    singular_name: 'Guides',
    attributes: 'Page Attributes',
    parent_item_colon: 'Parent Page:',
  })
})

test('a post type without labels has those of posts', async () => {
  expect(await labelsOf('types/note')).toMatchObject({
    name: 'Posts',
    singular_name: 'Post',
    all_items: 'All Posts',
    archives: 'Post Archives',
    name_admin_bar: 'note',
  })
  expect((await cms.ask(null, 'GET', '/cms/v2/types/note')).body).toMatchObject({ name: 'Posts' })
})

test('the labels of a taxonomy are those of categories or of tags', async () => {
  expect(await labelsOf('taxonomies/product_cat')).toMatchObject({
    name: 'Groups',
    all_items: 'Groups',
    name_admin_bar: 'Group',
    parent_item: 'Parent Category',
    popular_items: null,
    back_to_items: '&larr; Go to Categories',
  })
  expect(await labelsOf('taxonomies/colour')).toMatchObject({
    name: 'Tags',
    all_items: 'All Tags',
    name_admin_bar: 'colour',
    popular_items: 'Popular Tags',
    parent_item: null,
  })
})

test('built-in types and taxonomies have their own labels', async () => {
  expect(await labelsOf('types/attachment')).toMatchObject({
    name: 'Media',
    edit_item: 'Edit Media',
    attributes: 'Attachment Attributes',
    search_items: 'Search Posts',
  })
  expect(await labelsOf('taxonomies/category')).toMatchObject({
    name: 'Categories',
    name_admin_bar: 'category',
  })
  expect(await labelsOf('taxonomies/nav_menu')).toMatchObject({
    name: 'Navigation Menus',
    search_items: 'Search Tags',
  })
})
