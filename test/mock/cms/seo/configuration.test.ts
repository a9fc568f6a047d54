import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenCms, type Told, openCms } from '../open-cms.ts'

let cms: OpenCms

beforeAll(async () => {
  cms = await openCms()
})
afterAll(() => cms.close())
beforeEach(() => cms.reset())

const base = '/seo/v1'
const post = (path: string, body: object): Promise<Told> => cms.ask('admin', 'POST', base + path, body)

async function state(): Promise<Record<string, unknown>> {
  return (await cms.ask('admin', 'GET', `${base}/configuration/get_configuration_state`)).body
}

const pristine = {
  finishedSteps: [],
  tracking: false,
  site_representation: {},
  social_profiles: {},
  setup_steps: {},
  active_integrations: [],
  keyword_research: { authenticated: false },
  dismissed: { analytics_configuration: false, post_types: [], taxonomies: [] },
  own: {
    consent: false,
    video_embed_permission: false,
    content_planner_banner_dismissed: false,
    introductions_seen: [],
    alerts_dismissed: [],
  },
}

type Set = readonly [path: string, sent: object, answer: object, kept: object]

const settings: readonly Set[] = [
  [
    '/configuration/site_representation',
    { company_or_person: 'person', company_or_person_user_id: 2, description: 'Who we are' },
    { company_or_person: 'person', company_or_person_user_id: 2, description: 'Who we are' },
    {
      site_representation: {
        company_or_person: 'person',
        company_or_person_user_id: 2,
        description: 'Who we are',
      },
    },
  ],
  [
    '/configuration/social_profiles',
    { social_a_site: 'https://a.example/x', other_social_urls: ['https://b.example/y'] },
    { social_a_site: 'https://a.example/x', other_social_urls: ['https://b.example/y'] },
    { social_profiles: { social_a_site: 'https://a.example/x', other_social_urls: ['https://b.example/y'] } },
  ],
  ['/configuration/enable_tracking', { tracking: 'true' }, { tracking: true }, { tracking: true }],
  [
    '/configuration/save_configuration_state',
    { finishedSteps: ['siteRepresentation', 2] },
    { finishedSteps: ['siteRepresentation', 2] },
    { finishedSteps: ['siteRepresentation', 2] },
  ],
  [
    '/setup_steps_tracking',
    { setup_widget_loaded: 'yes', last_interaction_stage: 'grantConsent' },
    { setup_widget_loaded: 'yes', last_interaction_stage: 'grantConsent' },
    { setup_steps: { setup_widget_loaded: 'yes', last_interaction_stage: 'grantConsent' } },
  ],
  [
    '/integrations/set_active',
    { integration: 'shop', active: true },
    { integration: 'shop', active: true, active_integrations: ['shop'] },
    { active_integrations: ['shop'] },
  ],
  [
    '/keyword_research/authenticate',
    { code: 'abc' },
    { authenticated: true },
    { keyword_research: { authenticated: true } },
  ],
  [
    '/keyword_research/country_code',
    { country_code: 'AT' },
    { authenticated: false, country_code: 'at' },
    { keyword_research: { authenticated: false, country_code: 'at' } },
  ],
  [
    '/analytics_configuration_permanent_dismissal',
    { is_dismissed: true },
    { is_dismissed: true },
    { dismissed: { ...pristine.dismissed, analytics_configuration: true } },
  ],
  [
    '/new-content-type-visibility/dismiss-post-type',
    { postTypeName: 'product' },
    { post_types: ['product'], taxonomies: [] },
    { dismissed: { ...pristine.dismissed, post_types: ['product'] } },
  ],
  [
    '/new-content-type-visibility/dismiss-taxonomy',
    { taxonomyName: 'brand' },
    { post_types: [], taxonomies: ['brand'] },
    { dismissed: { ...pristine.dismissed, taxonomies: ['brand'] } },
  ],
  [
    '/alerts/dismiss',
    { key: 'old-php' },
    { dismissed: ['old-php'] },
    { own: { ...pristine.own, alerts_dismissed: ['old-php'] } },
  ],
  [
    '/introductions/ai-brand_insights/seen',
    {},
    { introduction_id: 'ai-brand_insights', is_seen: true, seen: ['ai-brand_insights'] },
    { own: { ...pristine.own, introductions_seen: ['ai-brand_insights'] } },
  ],
  [
    '/video_embed_permission',
    {},
    { value: true },
    { own: { ...pristine.own, video_embed_permission: true } },
  ],
  [
    '/ai_generator/consent',
    { consent: true },
    { consent: true },
    { own: { ...pristine.own, consent: true } },
  ],
]

test('the initial configuration is empty', async () => {
  expect(await state()).toEqual(pristine)
})

test.each(settings)(
  'the settings of %s are returned, read back, and cleared by a reset',
  async (path, sent, answer, kept) => {
    expect(await post(path, sent)).toMatchObject({ status: 200, body: answer })
    expect(await state()).toEqual({ ...pristine, ...kept })
    cms.reset()
    expect(await state()).toEqual(pristine)
  },
)

test('omitted fields do not change, and settings can be removed', async () => {
  await post('/configuration/site_representation', { company_or_person: 'company', company_name: 'A' })
  await post('/configuration/site_representation', { company_or_person: 'company', description: 'B' })
  await post('/setup_steps_tracking', { setup_widget_loaded: 'yes' })
  await post('/setup_steps_tracking', { first_interaction_stage: 'install' })
  await post('/integrations/set_active', { integration: 'shop', active: true })
  await post('/integrations/set_active', { integration: 'shop', active: false })
  await post('/introductions/a/seen', { is_seen: true })
  await post('/introductions/a/seen', { is_seen: false })
  expect(await state()).toMatchObject({
    site_representation: { company_or_person: 'company', company_name: 'A', description: 'B' },
    setup_steps: { setup_widget_loaded: 'yes', first_interaction_stage: 'install' },
    active_integrations: [],
    own: { introductions_seen: [] },
  })
})

test('the state of one user is not shared with others', async () => {
  await cms.ask('contrib1', 'POST', `${base}/video_embed_permission`, { value: true })
  await cms.ask('contrib1', 'POST', `${base}/alerts/dismiss`, { key: 'x' })
  expect((await cms.ask('contrib1', 'GET', `${base}/video_embed_permission`)).body).toEqual({ value: true })
  expect((await cms.ask('editor1', 'GET', `${base}/video_embed_permission`)).body).toEqual({ value: false })
  expect((await state())['own']).toEqual(pristine.own)
})

test('dismissals with an empty name have no effect', async () => {
  expect((await post('/new-content-type-visibility/dismiss-post-type', {})).body).toEqual({
    post_types: [],
    taxonomies: [],
  })
})

test.each([
  ['/configuration/site_representation', {}, 'rest_missing_callback_param'],
  ['/configuration/site_representation', { company_or_person: 'club' }, 'rest_invalid_param'],
  [
    '/configuration/site_representation',
    { company_or_person: 'person', company_or_person_user_id: 99 },
    'rest_invalid_param',
  ],
  [
    '/configuration/site_representation',
    { company_or_person: 'person', person_logo_id: 'x' },
    'rest_invalid_param',
  ],
  ['/configuration/social_profiles', { social_a_site: 7 }, 'rest_invalid_param'],
  ['/configuration/social_profiles', { other_social_urls: { a: 1 } }, 'rest_invalid_param'],
  ['/configuration/enable_tracking', { tracking: 'often' }, 'rest_invalid_param'],
  ['/configuration/save_configuration_state', {}, 'rest_missing_callback_param'],
  ['/setup_steps_tracking', { setup_widget_loaded: 'maybe' }, 'rest_invalid_param'],
  ['/setup_steps_tracking', { first_interaction_stage: 'later' }, 'rest_invalid_param'],
  ['/integrations/set_active', { active: true }, 'rest_missing_callback_param'],
  ['/keyword_research/authenticate', { code: '' }, 'rest_invalid_param'],
  ['/keyword_research/country_code', { country_code: '1' }, 'rest_invalid_param'],
  ['/analytics_configuration_permanent_dismissal', {}, 'rest_missing_callback_param'],
  ['/new-content-type-visibility/dismiss-taxonomy', { taxonomyName: ['x'] }, 'rest_invalid_param'],
  ['/alerts/dismiss', {}, 'rest_missing_callback_param'],
  ['/introductions/a/seen', { is_seen: 'perhaps' }, 'rest_invalid_param'],
  ['/video_embed_permission', { value: 'perhaps' }, 'rest_invalid_param'],
  ['/ai_generator/consent', { consent: 2 }, 'rest_invalid_param'],
  ['/action_tracking', {}, 'rest_missing_callback_param'],
])('%s with %j is rejected and changes nothing', async (path, sent, code) => {
  expect(await post(path, sent)).toMatchObject({ status: 400, body: { code } })
  expect(await state()).toEqual(pristine)
})

test.each([
  '/configuration/enable_tracking',
  '/configuration/social_profiles',
  '/setup_steps_tracking',
  '/analytics_configuration_permanent_dismissal',
])('an editor may not set %s', async (path) => {
  const sent = { tracking: true, is_dismissed: true }
  expect(await cms.ask('editor1', 'POST', base + path, sent)).toMatchObject({
    status: 403,
    body: { code: 'rest_forbidden' },
  })
})

test('users may edit their own profile, administrators all profiles', async () => {
  const ask = (who: 'admin' | 'author1', id: string): Promise<Told> =>
    cms.ask(who, 'GET', `${base}/configuration/check_capability?user_id=${id}`)
  expect((await ask('author1', '3')).body).toEqual({ user_id: 3, can_edit: true })
  expect((await ask('author1', '1')).body).toEqual({ user_id: 1, can_edit: false })
  expect((await ask('admin', '3')).body).toEqual({ user_id: 3, can_edit: true })
  expect((await ask('admin', 'x')).status).toBe(404)
})
