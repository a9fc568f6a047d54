import { expect } from 'vitest'
import { type Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const { signal } = new AbortController()
const it = withScripts()
const wire = {
  id: 9,
  slug: 'media',
  status: 'inherit',
  mime_type: 'image/jpeg',
  source_url: 'http://x/a.jpg',
  media_details: { width: 1200, height: 800, filesize: 9, sizes: {} },
}
const list: Step = { json: [], headers: { 'x-wp-totalpages': '1', 'x-wp-total': '0' } }

it.for<[string, Step, string]>([
  ['is there', { json: wire }, 'usable'],
  [
    'has been deleted',
    { status: 404, json: { code: 'rest_post_invalid_id', message: 'Invalid post ID.' } },
    'gone',
  ],
  ['is another one', { json: { ...wire, id: 10 } }, 'unreadable'],
  ['is of another form', { json: { id: 9 } }, 'unreadable'],
])(
  'an attachment that a list omits is requested directly: it %s',
  async ([, direct, state], { start, connectCms }) => {
    const server = await start([list, direct])
    const checks = await connectCms(server.url).checkMedia([9], signal)
    expect(checks.get(9)?.state).toBe(state)
    expect(server.asked).toHaveLength(2)
  },
)
