import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Attempt, limits } from './limits.ts'
import { type Answer, type Walk, openWalk } from './open-walk.ts'

const picture = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'a.jpg'))

let cms: Walk
let media: { id: number; address: string }

beforeAll(async () => {
  cms = await openWalk()
})
afterAll(() => cms.close())
beforeEach(async () => {
  await cms.reset()
  media = await cms.upload(picture)
  // The content planner requires consent.
  await cms.ask('POST', '/seo/v1/ai_generator/consent', { consent: true })
})

function attempt({ method, path, body }: Attempt): Promise<Answer> {
  const filled = path.replace('<media>', String(media.id))
  return cms.ask(method, filled, body && { ...body, ...('src' in body && { src: media.address }) })
}

describe.each(limits)('$name', ({ fits, exceeds }) => {
  test('requests at the limit are accepted', async () => {
    for (const one of fits) {
      const { status, code, body } = await attempt(one)
      expect({ one: shown(one), code, body: status < 400 ? '' : body }).toEqual({
        one: shown(one),
        code: '',
        body: '',
      })
    }
  })

  test('requests beyond the limit are rejected', async () => {
    for (const one of exceeds) {
      const { status, code } = await attempt(one)
      expect({ one: shown(one), status, code }).toEqual({
        one: shown(one),
        status: 400,
        code: 'rest_invalid_param',
      })
    }
  })
})

function shown({ path, body = {} }: Attempt): string {
  return `${path} ${JSON.stringify(body).slice(0, 200)}`
}
