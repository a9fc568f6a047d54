import type { DocumentedRow } from './documented-row.ts'

const updating = ['POST', 'PUT', 'PATCH'] as const
const get = (path: string, args?: string): DocumentedRow => row(['GET'], path, args)
const post = (path: string, args?: string): DocumentedRow => row(['POST'], path, args)

function row(methods: DocumentedRow['methods'], path: string, args?: string): DocumentedRow {
  return { methods, path, ...(args !== undefined && { args }) }
}

/** Synchronization, the editor, security and thumbnails. */
export const supportRows: readonly DocumentedRow[] = [
  post('/cms-sync/v1/updates', 'rooms'),
  post('/cms-sync/v1/save', 'room doc'),
  get('/cms-block-editor/v1/export'),
  get('/cms-block-editor/v1/settings'),
  get('/cms-block-editor/v1/assets'),

  row(['GET', 'POST'], '/security/v1/authenticate'),
  row(['GET', ...updating], '/security/v1/config'),
  row(updating, '/security/v1/disconnect'),
  get('/security/v1/scan/issues'),
  row(['POST', 'DELETE'], '/security/v1/scan'),
  row(updating, '/security/v1/scan/issue'),

  row(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    '/regenerate-thumbnails/v1/regenerate/<id>',
    'only_regenerate_missing_thumbnails delete_unregistered_thumbnail_files update_usages_in_posts update_usages_in_posts_post_type update_usages_in_posts_post_ids update_usages_in_posts_posts_per_loop',
  ),
  get('/regenerate-thumbnails/v1/attachmentinfo/<id>'),
  get('/regenerate-thumbnails/v1/featuredimages', 'page per_page'),
]

const tokens = 'access_jwt refresh_jwt code_challenge user_id'
const scores = 'contentType taxonomy term troubleshooting'

/** The SEO routes. */
export const seoRows: readonly DocumentedRow[] = [
  get('/seo/v1/file_size', 'url'),
  get('/seo/v1/statistics'),
  post('/seo/v1/ai_generator/callback', tokens),
  post('/seo/v1/ai_generator/refresh_callback', tokens),
  post('/seo/v1/ai_generator/consent', 'consent'),
  post('/seo/v1/ai_generator/bust_subscription_cache'),
  post('/seo/v1/ai/free_sparks'),
  post(
    '/seo/v1/ai_generator/get_suggestions',
    'type prompt_content focus_keyphrase language platform editor',
  ),
  post('/seo/v1/ai_generator/get_usage', 'is_shop_product_entity'),
  post('/seo/v1/ai_content_planner/banner_permanent_dismissal', 'is_dismissed'),
  get('/seo/v1/ai_content_planner/get_suggestions', 'post_type language editor'),
  post(
    '/seo/v1/ai_content_planner/get_outline',
    'post_type language editor title intent explanation keyphrase meta_description category recent_content',
  ),
  post('/seo/v1/new-content-type-visibility/dismiss-post-type', 'postTypeName'),
  post('/seo/v1/new-content-type-visibility/dismiss-taxonomy', 'taxonomyName'),
  post('/seo/v1/analytics_configuration_permanent_dismissal', 'is_dismissed'),
  get('/seo/v1/readability_scores', scores),
  get('/seo/v1/seo_scores', scores),
  post(
    '/seo/v1/setup_steps_tracking',
    'setup_widget_loaded setup_widget_temporarily_dismissed setup_widget_permanently_dismissed first_interaction_stage last_interaction_stage',
  ),
  post('/seo/v1/introductions/<introduction_id>/seen', 'introduction_id is_seen'),
  get('/seo/v1/video_embed_permission'),
  post('/seo/v1/video_embed_permission', 'value'),
  get('/seo/v1/available_posts', 'search postType'),
  post('/seo/v1/alerts/dismiss', 'key'),
  post(
    '/seo/v1/configuration/site_representation',
    'company_or_person company_name company_logo person_logo description company_logo_id person_logo_id company_or_person_user_id',
  ),
  post('/seo/v1/configuration/social_profiles', 'social_a_site social_b_site other_social_urls'),
  get('/seo/v1/configuration/check_capability', 'user_id'),
  post('/seo/v1/configuration/enable_tracking', 'tracking'),
  post('/seo/v1/configuration/save_configuration_state', 'finishedSteps'),
  get('/seo/v1/configuration/get_configuration_state'),
  post('/seo/v1/import/<plugin>/<type>'),
  get('/seo/v1/get_head', 'url'),
  post('/seo/v1/indexing/posts'),
  post('/seo/v1/indexing/terms'),
  post('/seo/v1/indexing/post-type-archives'),
  post('/seo/v1/indexing/general'),
  post('/seo/v1/indexing/prepare'),
  post('/seo/v1/indexing/indexables-complete'),
  post('/seo/v1/indexing/complete'),
  post('/seo/v1/link-indexing/posts'),
  post('/seo/v1/link-indexing/terms'),
  post('/seo/v1/integrations/set_active', 'active integration'),
  get('/seo/v1/meta/search'),
  post('/seo/v1/keyword_research/authenticate', 'code'),
  post('/seo/v1/keyword_research/country_code', 'country_code'),
  get('/seo/v1/keyword_research/related_keyphrases', 'keyphrase country_code'),
  row(['GET', 'POST'], '/seo/v1/workouts'),
  post('/seo/v1/complete_task', 'options'),
  get('/seo/v1/get_tasks', 'options'),
  post('/seo/v1/action_tracking', 'action'),
]
