import { expect } from 'vitest'
import { UnreachableError } from '../../../src/lib/errors.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { go, uploading } from '../../helpers/sync/sync-run.ts'
import { withMedia } from '../../helpers/sync/with-media.ts'

const test = withMedia()

const refused = new UnreachableError('cms', 'The CMS sent no usable response: connection refused.', {
  failure: { said: 'connection refused', sent: false, timedOut: false },
})

test('a file whose upload met a CMS that is away waits, and is uploaded once it is back', async ({
  stage,
  mirror,
  image,
  slug,
  slugs,
}) => {
  const { cms } = mirror
  mirror.cms = { ...cms, uploadMedia: () => Promise.reject(refused) }
  await stage.mock.faults([{ side: 'cms', path: '/cms/v2/pages', kind: 'status', status: 502 }])
  const away = await uploadMedia(mirror, [image], go, uploading)
  expect(away).toMatchObject({ failed: [], rest: [image] })
  expect(away.waitMs).toBeGreaterThan(0)

  mirror.cms = cms
  await stage.mock.clearFaults()
  expect(await uploadMedia(mirror, away.rest, go, uploading)).toMatchObject({ uploaded: 1, rest: [] })
  expect(await slugs()).toEqual([slug])
})

test('a file whose upload fails while the CMS responds to other requests is left out of its page', async ({
  mirror,
  image,
}) => {
  mirror.cms = { ...mirror.cms, uploadMedia: () => Promise.reject(refused) }
  const report = await uploadMedia(mirror, [image], go, uploading)
  expect(report).toMatchObject({ failed: [expect.stringContaining('connection refused')], rest: [] })
})
