import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenCms, type Told, openCms } from '../open-cms.ts'

let cms: OpenCms

beforeAll(async () => {
  cms = await openCms()
})
afterAll(() => cms.close())
beforeEach(() => cms.reset())

const base = '/seo/v1'
const suggestion = {
  type: 'seo-title',
  prompt_content: '<p>Our drill turns fast. It weighs two kilograms. The case is included.</p>',
  focus_keyphrase: 'cordless drill',
  language: 'en',
  platform: 'Google',
  editor: 'block',
}
const idea = {
  post_type: 'page',
  language: 'en',
  editor: 'classic',
  title: 'Drills compared',
  intent: 'commercial',
  explanation: 'People compare.',
  keyphrase: 'cordless drill',
  meta_description: 'All drills.',
  category: { name: '', id: -1 },
  recent_content: [{ title: 'The drill of the year', description: 'x' }],
}
const planned = '/ai_content_planner/get_suggestions?post_type=page&language=en&editor=block'

const consent = (value = true): Promise<Told> =>
  cms.ask('author1', 'POST', `${base}/ai_generator/consent`, { consent: value })
const suggest = (more: object = {}): Promise<Told> =>
  cms.ask('author1', 'POST', `${base}/ai_generator/get_suggestions`, { ...suggestion, ...more })
const usage = (shop = false): Promise<Told> =>
  cms.ask('author1', 'POST', `${base}/ai_generator/get_usage`, { is_shop_product_entity: shop })
const outline = (more: object = {}): Promise<Told> =>
  cms.ask('author1', 'POST', `${base}/ai_content_planner/get_outline`, { ...idea, ...more })

test('AI requires the consent of each user, which can be withdrawn', async () => {
  const refusal = { status: 403, body: { code: 'seo_consent_required', data: { status: 403 } } }
  expect(await suggest()).toMatchObject(refusal)
  expect(await usage()).toMatchObject(refusal)
  expect(await outline()).toMatchObject(refusal)
  expect(await cms.ask('author1', 'GET', base + planned)).toMatchObject(refusal)
  expect((await consent()).body).toEqual({ consent: true })
  expect((await suggest()).status).toBe(200)
  expect(await cms.ask('admin', 'GET', base + planned)).toMatchObject(refusal)
  expect((await consent(false)).body).toEqual({ consent: false })
  expect(await suggest()).toMatchObject(refusal)
  await consent()
  cms.reset()
  expect(await suggest()).toMatchObject(refusal)
})

describe('suggestions', () => {
  beforeEach(() => consent())

  test('are five values from the prompt, equal for equal requests', async () => {
    const { body } = await suggest()
    expect(body['suggestions']).toEqual([
      'cordless drill – Our drill turns fast',
      'cordless drill – It weighs two kilograms',
      'cordless drill – The case is included',
      'cordless drill (1)',
      'cordless drill (2)',
    ])
    expect((await suggest()).body).toEqual(body)
  })

  test.each([
    ['seo-title', 60],
    ['taxonomy-meta-description', 156],
  ])('%s has at most %i characters', async (type, limit) => {
    const { body } = await suggest({ type, prompt_content: 'many words make one sentence '.repeat(30) })
    const told = body['suggestions'] as string[]
    expect(new Set(told).size).toBe(5)
    expect(Math.max(...told.map((one) => one.length))).toBeLessThanOrEqual(limit)
  })

  test('are counted, separately for shop products', async () => {
    await suggest()
    await suggest({ type: 'product-seo-title' })
    await suggest({ type: 'product-meta-description' })
    expect((await usage()).body).toEqual({
      count: 1,
      is_shop_product_entity: false,
      has_free_sparks: false,
      is_connected: false,
    })
    expect((await usage(true)).body).toMatchObject({ count: 2, is_shop_product_entity: true })
  })

  test.each([
    ['type', 'title', /^type is not one of seo-title, meta-description,/],
    ['platform', 'Nowhere', /^platform is not one of/],
    ['editor', 'gutenberg', /^editor is not one of classic, builder, and block\.$/],
    ['language', 7, /^language is not of type string\.$/],
  ])('with a wrong %s are rejected', async (name, value, message) => {
    const { status, body } = await suggest({ [name]: value })
    expect(status).toBe(400)
    const { params } = body['data'] as { params: Record<string, string> }
    expect(params[name]).toMatch(message)
  })

  test('without parameters return an error that lists all missing ones', async () => {
    const { body } = await cms.ask('author1', 'POST', `${base}/ai_generator/get_suggestions`, {})
    expect(body['message']).toBe(`Missing parameter(s): ${Object.keys(suggestion).join(', ')}`)
  })
})

describe('the content planner', () => {
  beforeEach(() => consent())

  test('derives ideas from published rows, and creates an outline for one', async () => {
    cms.add('page', { title: 'Drills', content: '<p>All our drills.</p>' })
    const { body } = await cms.ask('author1', 'GET', base + planned)
    const [first] = body['suggestions'] as (typeof idea)[]
    expect(body['suggestions']).toHaveLength(5)
    expect(first).toEqual({
      title: 'Drills: what to know',
      intent: 'informational',
      explanation: 'Visitors who read "Drills" may look for this next.',
      keyphrase: 'drills',
      meta_description: 'Drills: what to know. All our drills.',
      category: { name: '', id: -1 },
    })
    expect(await outline(first)).toMatchObject({ status: 200 })
  })

  test('creates an outline with links to related recent content', async () => {
    const { body } = await outline({ category: { name: 'News', id: 11 } })
    expect(body['outline']).toEqual([
      { heading: 'Drills compared', notes: ['All drills.', 'People compare.'] },
      { heading: 'What cordless drill means', notes: ['Name "cordless drill" in the first paragraph.'] },
      { heading: 'cordless drill in use', notes: ['Serve the commercial intent.'] },
      {
        heading: 'Further reading',
        notes: ['Link to "The drill of the year".', 'Link to the category "News".'],
      },
    ])
  })

  const entries = (length: number): object[] => Array.from({ length }, () => ({ ...entry }))
  const entry = { title: 't'.repeat(500), description: 'd'.repeat(1000) }

  test('accepts a hundred recent entries of full length', async () => {
    expect((await outline({ recent_content: entries(100) })).status).toBe(200)
    expect((await outline({ recent_content: [] })).status).toBe(200)
  })

  test.each([
    [{ recent_content: entries(101) }, 'recent_content must contain at most 100 items.'],
    [
      { recent_content: [{ ...entry, title: 't'.repeat(501) }] },
      'recent_content[0][title] must be at most 500 characters long.',
    ],
    [
      { recent_content: [{ ...entry, description: 'd'.repeat(1001) }] },
      'recent_content[0][description] must be at most 1,000 characters long.',
    ],
    [{ recent_content: [{ title: 'x' }] }, 'description is a required property of recent_content[0].'],
    [{ recent_content: [{ ...entry, url: '/' }] }, 'url is not a valid property of Object.'],
    [{ category: { name: 'x' } }, 'id is a required property of category.'],
    [{ category: { name: 'x', id: 'y' } }, 'category[id] is not of type integer.'],
    [{ post_type: 'shelf' }, 'post_type is not one of page and post.'],
  ])('rejects values over a limit or of another shape (%#)', async (more, message) => {
    const { status, body } = await outline(more)
    expect(status).toBe(400)
    expect(Object.values((body['data'] as { params: Record<string, string> }).params)).toEqual([message])
  })

  test('stores that its banner was dismissed', async () => {
    const path = `${base}/ai_content_planner/banner_permanent_dismissal`
    expect((await cms.ask('admin', 'POST', path, { is_dismissed: true })).body).toEqual({
      is_dismissed: true,
    })
    const { body } = await cms.ask('admin', 'GET', `${base}/configuration/get_configuration_state`)
    expect(body['own']).toMatchObject({ content_planner_banner_dismissed: true })
    expect((await cms.ask('admin', 'POST', path, {})).body['code']).toBe('rest_missing_callback_param')
  })
})

describe('callbacks', () => {
  const tokens = { access_jwt: 'a.b.c', refresh_jwt: 'd.e.f', code_challenge: 'f00', user_id: 3 }

  test.each(['callback', 'refresh_callback'])('%s stores tokens until consent is withdrawn', async (name) => {
    await consent()
    const { status, body } = await cms.ask('author1', 'POST', `${base}/ai_generator/${name}`, tokens)
    expect({ status, body }).toEqual({ status: 200, body: { user_id: 3, is_connected: true } })
    expect((await usage()).body).toMatchObject({ is_connected: true })
    await consent(false)
    await consent()
    expect((await usage()).body).toMatchObject({ is_connected: false })
  })

  test('are accepted for the caller, and from administrators for all existing users', async () => {
    const path = `${base}/ai_generator/callback`
    expect((await cms.ask('editor1', 'POST', path, tokens)).status).toBe(403)
    expect((await cms.ask(null, 'POST', path, tokens)).status).toBe(401)
    expect((await cms.ask('admin', 'POST', path, tokens)).status).toBe(200)
    expect(await cms.ask('admin', 'POST', path, { ...tokens, user_id: 99 })).toMatchObject({
      status: 404,
      body: { code: 'rest_user_invalid_id' },
    })
    expect((await cms.ask('admin', 'POST', path, { ...tokens, user_id: 'me' })).status).toBe(400)
  })
})

test('free sparks start once, and the subscription can be checked repeatedly', async () => {
  const begun = { is_active: true, active_since: '2026-03-02T10:00:00' }
  expect((await cms.ask('author1', 'POST', `${base}/ai/free_sparks`)).body).toEqual(begun)
  expect((await cms.ask('author1', 'POST', `${base}/ai/free_sparks`)).body).toEqual(begun)
  await consent()
  expect((await usage()).body).toMatchObject({ has_free_sparks: true })
  const bust = (): Promise<Told> => cms.ask('author1', 'POST', `${base}/ai_generator/bust_subscription_cache`)
  expect((await bust()).body).toEqual({ subscription_checks: 1 })
  expect((await bust()).body).toEqual({ subscription_checks: 2 })
})
