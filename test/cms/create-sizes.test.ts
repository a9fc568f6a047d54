import { expect } from 'vitest'
import { UnreachableError } from '../../src/lib/errors.ts'
import type { Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal

/** Connects to a CMS whose script responds to the requests for sizes. */
const it = withScripts().extend('connect', ({ start, connectCms }) => async (...script: Step[]) => {
  const server = await start(script)
  return { cms: connectCms(server.url, { retry: { tries: 1 } }), asked: server.asked }
})

const medium = { width: 300, height: 225, source_url: 'http://x/m.jpg', mime_type: 'image/jpeg' }
const wire = {
  id: 9,
  slug: 'media-x',
  status: 'inherit',
  mime_type: 'image/jpeg',
  source_url: 'http://x/a.jpg',
  missing_image_sizes: [] as string[],
  media_details: { width: 2000, height: 1500, sizes: { medium } },
}
const none = { ...wire, missing_image_sizes: ['medium'], media_details: { ...wire.media_details, sizes: {} } }
const died: Step = { status: 500, body: 'died' }

it('a request that the CMS does not finish is continued by the next one', async ({ connect }) => {
  const { cms, asked } = await connect(died, died, { json: wire })
  expect(await cms.createSizes(9, signal)).toMatchObject({
    state: 'created',
    media: { id: 9, medium: { url: 'http://x/m.jpg' } },
  })
  expect(asked.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual(
    Array.from({ length: 3 }, () => 'POST /cms/v2/media/9/post-process'),
  )
})

it.for<[string, Step[], RegExp]>([
  ['three crashes', [died, died, died], /^the CMS returned 500/],
  [
    'a refusal',
    [{ status: 403, json: { code: 'rest_x', message: 'No' } }, { json: { id: 1, capabilities: {} } }],
    /403/,
  ],
  ['success without sizes', [{ json: none }], /created none$/],
  ['another attachment', [{ json: { ...wire, id: 8 } }], /returned media 8 instead$/],
  ['another response', [{ json: { fine: true } }], /something else$/],
])('%s is a failure with a reason', async ([, script, reason], { connect }) => {
  const { cms } = await connect(...script)
  expect(await cms.createSizes(9, signal)).toEqual({
    state: 'failed',
    reason: expect.stringMatching(reason),
  })
})

it('a deleted attachment is gone', async ({ connect }) => {
  const { cms } = await connect({
    status: 404,
    json: { code: 'rest_post_invalid_id', message: 'Invalid post ID.' },
  })
  expect(await cms.createSizes(9, signal)).toEqual({ state: 'gone' })
})

it('without any response, the caller decides whether the CMS is away', async ({ connect }) => {
  const { cms, asked } = await connect('reset', 'reset', 'reset')
  await expect(cms.createSizes(9, signal)).rejects.toThrow(UnreachableError)
  expect(asked).toHaveLength(3)
})
