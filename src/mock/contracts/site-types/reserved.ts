const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Post types of the CMS, names that WordPress reserves, and paths that other parts of this server use. */
export const reservedTypes = words(
  `post page attachment revision nav_menu_item custom_css customize_changeset oembed_cache user_request
  action author order theme api media uploads feed search category tag __mock`,
)

/** Taxonomies of the CMS, names that WordPress's queries use, and paths of this server. */
export const reservedTaxonomies = words(
  `category post_tag nav_menu link_category post_format attachment attachment_id author author_name calendar cat
  category_name comments_per_page comments_popup custom cpage day debug embed error exact feed fields hour m minute
  monthnum more name nonce nopaging offset order orderby p page page_id paged pagename pb perm post post_mime_type
  post_status post_type posts posts_per_archive_page posts_per_page preview robots s search second sentence showposts
  static status subpost subpost_id tag tag_id taxonomy tb term terms theme themes title type types w withcomments
  withoutcomments year api media uploads __mock`,
)

/** The first parts of the routes below `cms/v2`, here and in WordPress. */
export const takenBases = words(
  `posts pages media menu-items menus menu-locations comments categories tags users icons block-patterns block-types
  block-renderer block-directory blocks types taxonomies statuses settings themes plugins search sidebars widgets
  widget-types templates template-parts navigation global-styles font-families font-collections pattern-directory`,
)

/** Fields and list parameters of post types: a taxonomy adds a field with the name of its `rest_base`. */
export const takenFields = words(
  `id date date_gmt guid modified modified_gmt slug status type link password permalink_template generated_slug parent
  title content author excerpt featured_media comment_status ping_status menu_order format meta sticky template acf
  level context page per_page search after before modified_after modified_before author_exclude exclude include offset
  order orderby search_semantics search_columns parent_exclude tax_relation ignore_sticky force orderby_hierarchy`,
)
