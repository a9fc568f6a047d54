/** The plug-in routes of the interface description: path, methods, arguments (`!` after required ones). */
export type Documented = readonly [path: string, methods: string, args: string]

const update = 'POST PUT PATCH'

export const documentedRoutes: readonly Documented[] = [
  ['/security/v1/authenticate', 'GET', ''],
  ['/security/v1/authenticate', 'POST', ''],
  ['/security/v1/config', 'GET', ''],
  ['/security/v1/config', update, ''],
  ['/security/v1/disconnect', update, ''],
  ['/security/v1/scan/issues', 'GET', ''],
  ['/security/v1/scan', 'POST', ''],
  ['/security/v1/scan', 'DELETE', ''],
  ['/security/v1/scan/issue', update, ''],
  [
    '/regenerate-thumbnails/v1/regenerate/(?P<id>[\\d]+)',
    'GET POST PUT PATCH DELETE',
    'only_regenerate_missing_thumbnails delete_unregistered_thumbnail_files update_usages_in_posts update_usages_in_posts_post_type update_usages_in_posts_post_ids update_usages_in_posts_posts_per_loop',
  ],
  ['/regenerate-thumbnails/v1/attachmentinfo/(?P<id>[\\d]+)', 'GET', ''],
  ['/regenerate-thumbnails/v1/featuredimages', 'GET', 'page per_page'],
  ['/seo/v1/file_size', 'GET', 'url!'],
  ['/seo/v1/statistics', 'GET', ''],
  ['/seo/v1/ai_generator/callback', 'POST', 'access_jwt! refresh_jwt! code_challenge! user_id!'],
  ['/seo/v1/ai_generator/refresh_callback', 'POST', 'access_jwt! refresh_jwt! code_challenge! user_id!'],
  ['/seo/v1/ai_generator/consent', 'POST', 'consent!'],
  ['/seo/v1/ai_generator/bust_subscription_cache', 'POST', ''],
  ['/seo/v1/ai/free_sparks', 'POST', ''],
  [
    '/seo/v1/ai_generator/get_suggestions',
    'POST',
    'type! prompt_content! focus_keyphrase! language! platform! editor!',
  ],
  ['/seo/v1/ai_generator/get_usage', 'POST', 'is_shop_product_entity'],
  ['/seo/v1/ai_content_planner/banner_permanent_dismissal', 'POST', 'is_dismissed!'],
  ['/seo/v1/ai_content_planner/get_suggestions', 'GET', 'post_type! language! editor!'],
  [
    '/seo/v1/ai_content_planner/get_outline',
    'POST',
    'post_type! language! editor! title! intent! explanation! keyphrase! meta_description! category! recent_content!',
  ],
  ['/seo/v1/new-content-type-visibility/dismiss-post-type', 'POST', 'postTypeName'],
  ['/seo/v1/new-content-type-visibility/dismiss-taxonomy', 'POST', 'taxonomyName'],
  ['/seo/v1/analytics_configuration_permanent_dismissal', 'POST', 'is_dismissed!'],
  ['/seo/v1/readability_scores', 'GET', 'contentType! taxonomy term troubleshooting'],
  ['/seo/v1/seo_scores', 'GET', 'contentType! taxonomy term troubleshooting'],
  [
    '/seo/v1/setup_steps_tracking',
    'POST',
    'setup_widget_loaded first_interaction_stage last_interaction_stage setup_widget_temporarily_dismissed setup_widget_permanently_dismissed',
  ],
  ['/seo/v1/introductions/(?P<introduction_id>[\\w-]+)/seen', 'POST', 'introduction_id! is_seen'],
  ['/seo/v1/video_embed_permission', 'GET', ''],
  ['/seo/v1/video_embed_permission', 'POST', 'value'],
  ['/seo/v1/available_posts', 'GET', 'search postType'],
  ['/seo/v1/alerts/dismiss', 'POST', 'key!'],
  [
    '/seo/v1/configuration/site_representation',
    'POST',
    'company_or_person! company_name company_logo company_logo_id person_logo person_logo_id company_or_person_user_id description',
  ],
  ['/seo/v1/configuration/social_profiles', 'POST', 'social_a_site social_b_site other_social_urls'],
  ['/seo/v1/configuration/check_capability', 'GET', 'user_id!'],
  ['/seo/v1/configuration/enable_tracking', 'POST', 'tracking!'],
  ['/seo/v1/configuration/save_configuration_state', 'POST', 'finishedSteps!'],
  ['/seo/v1/configuration/get_configuration_state', 'GET', ''],
  ['/seo/v1/import/(?P<plugin>[\\w-]+)/(?P<type>[\\w-]+)', 'POST', ''],
  ['/seo/v1/get_head', 'GET', 'url!'],
  ['/seo/v1/indexing/posts', 'POST', ''],
  ['/seo/v1/indexing/terms', 'POST', ''],
  ['/seo/v1/indexing/post-type-archives', 'POST', ''],
  ['/seo/v1/indexing/general', 'POST', ''],
  ['/seo/v1/indexing/prepare', 'POST', ''],
  ['/seo/v1/indexing/indexables-complete', 'POST', ''],
  ['/seo/v1/indexing/complete', 'POST', ''],
  ['/seo/v1/link-indexing/posts', 'POST', ''],
  ['/seo/v1/link-indexing/terms', 'POST', ''],
  ['/seo/v1/integrations/set_active', 'POST', 'active! integration!'],
  ['/seo/v1/meta/search', 'GET', ''],
  ['/seo/v1/keyword_research/authenticate', 'POST', 'code!'],
  ['/seo/v1/keyword_research/country_code', 'POST', 'country_code!'],
  ['/seo/v1/keyword_research/related_keyphrases', 'GET', 'keyphrase! country_code!'],
  ['/seo/v1/workouts', 'GET', ''],
  ['/seo/v1/workouts', 'POST', ''],
  ['/seo/v1/complete_task', 'POST', 'options!'],
  ['/seo/v1/get_tasks', 'GET', 'options'],
  ['/seo/v1/action_tracking', 'POST', 'action!'],
]

/** A path that fits a pattern. */
export function examplePath(pattern: string): string {
  return pattern.replaceAll('(?P<id>[\\d]+)', '1').replaceAll(/\(\?P<\w+>\[\\w-\]\+\)/g, 'some-name')
}

/** A value for every required argument. */
const examples: Readonly<Record<string, unknown>> = {
  type: 'seo-title',
  platform: 'Google',
  editor: 'block',
  user_id: 1,
  consent: true,
  is_dismissed: true,
  tracking: true,
  active: true,
  finishedSteps: [],
  category: { name: '', id: -1 },
  recent_content: [],
  options: { task: 'x' },
  company_or_person: 'person',
  contentType: 'page',
  post_type: 'page',
  country_code: 'at',
}

/** The required arguments of a documented endpoint with values that are allowed. */
export function exampleArgs(args: string): Record<string, unknown> {
  const needed = args.split(' ').filter((arg) => arg.endsWith('!'))
  return Object.fromEntries(needed.map((arg) => [arg.slice(0, -1), examples[arg.slice(0, -1)] ?? 'x']))
}
