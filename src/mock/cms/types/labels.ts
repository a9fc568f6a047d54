import type { Labels } from './facts.ts'

/** The labels that a registration contains. Most others have WordPress's defaults: "Add Post", "Search Tags". */
export type GivenLabels = { readonly [label: string]: string | undefined }

export type Labelled = {
  readonly name: string
  readonly hierarchical: boolean
  readonly labels: GivenLabels | undefined
}

/** The labels of a post type, as `get_post_type_labels` completes them. */
export function typeLabels(type: Labelled): Labels {
  const labels = completed(type, type.hierarchical ? postWords('Page') : postWords('Post'))
  const own = type.labels?.['singular_name'] ?? type.labels?.['name']
  return own === undefined ? labels : { ...labels, template_name: `Single item: ${own}` }
}

/** The labels of a taxonomy, as `get_taxonomy_labels` completes them. */
export function taxonomyLabels(taxonomy: Labelled): Labels {
  const labels = completed(taxonomy, taxonomy.hierarchical ? categoryWords : tagWords)
  return { ...labels, template_name: `${labels.singular_name} Archives` }
}

/** Only a given name is repeated in other labels. */
function completed({ name: slug, labels: given = {} }: Labelled, usual: Labels): Labels {
  const { name, singular_name: one = name } = given
  const menu = given['menu_name'] ?? name
  const all = given['all_items'] ?? menu
  const repeated = { menu_name: menu, all_items: all, archives: given['archives'] ?? all, singular_name: one }
  return {
    ...usual,
    menu_name: usual.name,
    ...defined(repeated),
    name_admin_bar: one ?? slug,
    ...defined(given),
  }
}

function defined(labels: GivenLabels): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([label, text]) => (text === undefined ? [] : [[label, text]])),
  )
}

function postWords(One: 'Post' | 'Page'): Labels {
  const one = One.toLowerCase()
  return {
    name: `${One}s`,
    singular_name: One,
    add_new: 'Add',
    add_new_item: `Add ${One}`,
    edit_item: `Edit ${One}`,
    new_item: `New ${One}`,
    view_item: `View ${One}`,
    view_items: `View ${One}s`,
    search_items: `Search ${One}s`,
    not_found: `No ${one}s found.`,
    not_found_in_trash: `No ${one}s found in Trash.`,
    parent_item_colon: One === 'Page' ? 'Parent Page:' : null,
    all_items: `All ${One}s`,
    archives: `${One} Archives`,
    attributes: `${One} Attributes`,
    insert_into_item: `Insert into ${one}`,
    uploaded_to_this_item: `Uploaded to this ${one}`,
    featured_image: 'Featured image',
    set_featured_image: 'Set featured image',
    remove_featured_image: 'Remove featured image',
    use_featured_image: 'Use as featured image',
    filter_items_list: `Filter ${one}s list`,
    filter_by_date: 'Filter by date',
    items_list_navigation: `${One}s list navigation`,
    items_list: `${One}s list`,
    item_published: `${One} published.`,
    item_published_privately: `${One} published privately.`,
    item_reverted_to_draft: `${One} reverted to draft.`,
    item_trashed: `${One} trashed.`,
    item_scheduled: `${One} scheduled.`,
    item_updated: `${One} updated.`,
    item_link: `${One} Link`,
    item_link_description: `A link to a ${one}.`,
  }
}

function termWords(One: string, Many: string) {
  const [one, many] = [One.toLowerCase(), Many.toLowerCase()]
  return {
    name: Many,
    singular_name: One,
    search_items: `Search ${Many}`,
    popular_items: null,
    all_items: `All ${Many}`,
    parent_item: null,
    parent_item_colon: null,
    name_field_description: 'The name is how it appears on your site.',
    slug_field_description:
      'The &#8220;slug&#8221; is the URL-friendly version of the name. It is usually all lowercase and contains only letters, numbers, and hyphens.',
    parent_field_description: null,
    desc_field_description: 'The description is not prominent by default; however, some themes may show it.',
    edit_item: `Edit ${One}`,
    view_item: `View ${One}`,
    update_item: `Update ${One}`,
    add_new_item: `Add ${One}`,
    new_item_name: `New ${One} Name`,
    separate_items_with_commas: null,
    add_or_remove_items: null,
    choose_from_most_used: null,
    not_found: `No ${many} found.`,
    no_terms: `No ${many}`,
    filter_by_item: null,
    items_list_navigation: `${Many} list navigation`,
    items_list: `${Many} list`,
    most_used: 'Most Used',
    back_to_items: `&larr; Go to ${Many}`,
    item_link: `${One} Link`,
    item_link_description: `A link to a ${one}.`,
  }
}

const tagWords: Labels = {
  ...termWords('Tag', 'Tags'),
  popular_items: 'Popular Tags',
  separate_items_with_commas: 'Separate tags with commas',
  add_or_remove_items: 'Add or remove tags',
  choose_from_most_used: 'Choose from the most used tags',
}

const categoryWords: Labels = {
  ...termWords('Category', 'Categories'),
  parent_item: 'Parent Category',
  parent_item_colon: 'Parent Category:',
  parent_field_description:
    'Assign a parent term to create a hierarchy. The term Jazz, for example, would be the parent of Bebop and Big Band.',
  filter_by_item: 'Filter by category',
}
