import { hash } from 'node:crypto'
import { expect } from 'vitest'
import { mediaSlug } from '../../../src/core/record/media.ts'
import { LimitedError, UnreachableError } from '../../../src/lib/errors.ts'
import { beginRun } from '../../../src/sync/runs/begin-run.ts'
import { createWantedSizes } from '../../../src/sync/media/create-sizes.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { checkWholeLibrary } from '../../../src/sync/plan/check-library.ts'
import { drawPhoto, withPhotos } from '../../helpers/sync/photos.ts'
import { writeGraceMs, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { go, uploading } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const later = { ...uploading, sizesLater: true }
const onSizes = { side: 'cms', method: 'POST', path: '/cms/v2/media/' } as const
const url = 'http://partner.example/photo.jpg'
const photo = { url, kind: 'image' } as const
const other = { url: 'http://partner.example/other.jpg', kind: 'image' } as const
const sha256 = hash('sha256', await drawPhoto(url), 'hex')

const test = withMirror({ gtins: 1, prepare: async (mirror) => withPhotos(mirror) })

/** A run that has uploaded some photos and written its pages. */
async function begin(mirror: Mirror): Promise<string> {
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: true, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  await mirror.runs.update(begun.run.id, { state: 'writing' })
  return begun.run.id
}

async function create(mirror: Mirror, runId: string, mustEnd = false) {
  await createWantedSizes(mirror, { runId, mustEnd: async () => mustEnd }, go)
  const { notes = [] } = (await mirror.runs.read(runId)) ?? {}
  return { notes, waiting: await mirror.wantedSizes.count() }
}

async function known(mirror: Mirror) {
  const [media] = await mirror.media.media([sha256])
  if (media === undefined) throw new Error('the photo is unknown')
  return media
}

/** The smaller sizes that the CMS has of the photo. */
async function sizesOf(mirror: Mirror): Promise<string[]> {
  const { id } = await known(mirror)
  const check = (await mirror.cms.checkMedia([id], go)).get(id)
  if (check?.state !== 'usable') throw new Error('the photo is gone')
  return (['large', 'medium'] as const).filter((name) => check.media[name] !== undefined)
}

async function requestsFor(stage: Stage, part: string): Promise<number> {
  const { requests } = await stage.mock.stats()
  const found = Object.entries(requests.cms).filter(([route]) => route.includes(part))
  return found.reduce((sum, [, count]) => sum + count, 0)
}

test('a photo is uploaded without smaller sizes, which are created later', async ({ mirror }) => {
  expect(await uploadMedia(mirror, [photo], go, later)).toMatchObject({ uploaded: 1 })
  expect(await known(mirror)).not.toHaveProperty('large')
  expect(await sizesOf(mirror)).toEqual([])
  expect(await mirror.wantedSizes.count()).toBe(1)
  expect(await create(mirror, await begin(mirror))).toEqual({ notes: [], waiting: 0 })
  expect(await sizesOf(mirror)).toEqual(['large', 'medium'])
})

test('afterwards, listings show the medium size and pages still show the full file', async ({ mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  await create(mirror, await begin(mirror))
  const media = await known(mirror)
  expect(media.medium?.url).toContain('-300x225')
  expect(media).not.toHaveProperty('large')
})

test('a later check of the library changes no page', async ({ mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  await create(mirror, await begin(mirror))
  const before = await known(mirror)
  await uploadMedia(mirror, [photo], go, later)
  await checkWholeLibrary(mirror, go)
  expect(await mirror.media.changed()).toEqual(new Map())
  expect(await known(mirror)).toEqual(before)
})

test('an upload outside of such a run creates the sizes at once', async ({ mirror }) => {
  await uploadMedia(mirror, [photo], go, uploading)
  expect(await known(mirror)).toHaveProperty('large')
  expect(await mirror.wantedSizes.count()).toBe(0)
})

test('sizes of a photo whose process was killed after the upload are wanted once it is found', async ({
  stage,
  mirror,
}) => {
  const { media } = mirror
  mirror.media = { ...media, save: () => Promise.reject(new Error('killed')) }
  await expect(uploadMedia(mirror, [photo], go, later)).rejects.toThrow('killed')
  mirror.media = media
  expect(await mirror.wantedSizes.count()).toBe(0)
  mirror.pass(writeGraceMs * 10)
  expect(await uploadMedia(mirror, [photo], go, later)).toMatchObject({ reused: 1 })
  expect(await mirror.wantedSizes.count()).toBe(1)
  expect(await requestsFor(stage, 'POST /cms/v2/media')).toBe(1)
  expect((await create(mirror, await begin(mirror))).waiting).toBe(0)
  expect(await sizesOf(mirror)).toEqual(['large', 'medium'])
})

test('an interrupted step is continued, and each photo is processed once', async ({ stage, mirror }) => {
  await uploadMedia(mirror, [photo, other], go, later)
  const runId = await begin(mirror)
  const stopping = new AbortController()
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async createSizes(id, signal) {
      const result = await cms.createSizes(id, signal)
      stopping.abort(new Error('killed'))
      return result
    },
  }
  const step = createWantedSizes(mirror, { runId, mustEnd: async () => false }, stopping.signal)
  await expect(step).rejects.toThrow('killed')
  mirror.cms = cms
  expect(await mirror.wantedSizes.count()).toBe(1)
  expect(await create(mirror, runId)).toEqual({ notes: [], waiting: 0 })
  expect(await requestsFor(stage, 'post-process')).toBe(2)
})

test('a photo whose sizes cannot be created is reported and tried in three runs', async ({
  stage,
  mirror,
}) => {
  await uploadMedia(mirror, [photo, other], go, later)
  const { id } = await known(mirror)
  const { cms } = mirror
  const failing = (asked: number) => asked === id
  mirror.cms = {
    ...cms,
    createSizes: async (asked, signal) =>
      failing(asked) ? { state: 'failed', reason: 'the CMS returned 500' } : cms.createSizes(asked, signal),
  }
  for (const created of [1, 0]) {
    const runId = await begin(mirror)
    expect(await create(mirror, runId)).toEqual({
      notes: [
        {
          code: 'sizes-waiting',
          count: 1,
          created,
          detail: expect.stringContaining(`media ${id} (http`),
        },
      ],
      waiting: 1,
    })
    await mirror.runs.update(runId, { state: 'done' })
  }
  expect(await create(mirror, await begin(mirror))).toEqual({
    notes: [
      { code: 'sizes-failed', count: 1, example: expect.stringMatching(/photo.*: the CMS returned 500$/) },
    ],
    waiting: 0,
  })
  expect(await known(mirror)).toMatchObject({ id })
  expect(await stage.editor.media()).toHaveLength(2)
})

test('a crash of the CMS is continued within the run', async ({ stage, mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  await stage.mock.faults([{ ...onSizes, kind: 'oddity', name: 'failed-subsizes', count: 2 }])
  expect(await create(mirror, await begin(mirror))).toEqual({ notes: [], waiting: 0 })
  expect(await requestsFor(stage, 'post-process')).toBe(3)
})

test('a photo that an editor deleted in the meantime is forgotten', async ({ stage, mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  await stage.editor.removeMedia((await known(mirror)).id)
  expect(await create(mirror, await begin(mirror))).toEqual({ notes: [], waiting: 0 })
})

test('a photo that the library has lost is forgotten without a request', async ({ stage, mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  await mirror.media.forget([sha256])
  expect(await create(mirror, await begin(mirror))).toEqual({ notes: [], waiting: 0 })
  expect(await requestsFor(stage, 'post-process')).toBe(0)
})

test('pages of a photo that a plug-in converts with its sizes are marked', async ({ mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  const before = await known(mirror)
  const { cms } = mirror
  const { sha256: _, ...converted } = { ...before, url: before.url.replace('.jpg', '.webp') }
  mirror.cms = {
    ...cms,
    createSizes: async () => ({ state: 'created', media: converted }),
    checkMedia: async () => new Map([[before.id, { state: 'usable', media: converted }]]),
  }
  expect(await create(mirror, await begin(mirror))).toEqual({ notes: [], waiting: 0 })
  expect(await known(mirror)).toMatchObject({ url: converted.url })
  expect(await mirror.media.changed()).toEqual(new Map([[url, sha256]]))
})

test('a replaced photo gets its sizes as well, because its page may show it', async ({ mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  const { partner } = mirror
  const bytes = await drawPhoto('another version')
  mirror.partner = {
    ...partner,
    fetchAsset: async () => ({
      state: 'present',
      bytes,
      mime: 'image/jpeg',
      extension: 'jpg',
      sha256: hash('sha256', bytes, 'hex'),
    }),
  }
  await uploadMedia(mirror, [photo], go, later)
  expect(await create(mirror, await begin(mirror))).toEqual({ notes: [], waiting: 0 })
  expect(await sizesOf(mirror)).toEqual(['large', 'medium'])
})

test.for<[string, (mirror: Mirror, runId: string) => unknown, string | RegExp]>([
  [
    'a pause',
    (mirror) =>
      mirror.writePauses.save({
        until: mirror.now().getTime() + 3_600_000,
        since: mirror.now().getTime(),
        by: 'anna',
        reason: 'shop update',
      }),
    /shop update/,
  ],
  [
    'the end of a run that was cancelled',
    (mirror, runId) => mirror.runs.update(runId, { state: 'cancelled' }),
    'the run was cancelled',
  ],
  [
    'an outage of the CMS',
    (mirror) => {
      const away = new UnreachableError('cms', 'The CMS sent no usable response.')
      const never = () => Promise.reject(away)
      mirror.cms = { ...mirror.cms, createSizes: never, readPages: never }
    },
    'The CMS sent no usable response.',
  ],
  [
    'a long rate limit',
    (mirror) => {
      const limited = new LimitedError('cms', 600_000)
      mirror.cms = { ...mirror.cms, createSizes: () => Promise.reject(limited) }
    },
    /600|10 min|limit/,
  ],
])('%s leaves the sizes to the next run', async ([, act, detail], { mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  const runId = await begin(mirror)
  await act(mirror, runId)
  const { notes, waiting } = await create(mirror, runId)
  expect(notes).toEqual([
    {
      code: 'sizes-waiting',
      count: 1,
      created: 0,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    },
  ])
  expect(waiting).toBe(1)
})

test('the run waits for a short rate limit, and then reports only what is left', async ({ mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  const runId = await begin(mirror)
  expect((await create(mirror, runId, true)).notes).toMatchObject([{ detail: 'another run waits' }])
  const { cms } = mirror
  const limited = new LimitedError('cms', 1_000)
  mirror.cms = { ...cms, createSizes: () => Promise.reject(limited) }
  await expect(create(mirror, runId)).rejects.toThrow(limited)
  mirror.cms = cms
  expect(await create(mirror, runId)).toEqual({ notes: [], waiting: 0 })
})

test('a photo that only one request cannot reach counts as failed', async ({ mirror }) => {
  await uploadMedia(mirror, [photo], go, later)
  const lost = new UnreachableError('cms', 'No response in 60 s.')
  mirror.cms = { ...mirror.cms, createSizes: () => Promise.reject(lost) }
  const { notes } = await create(mirror, await begin(mirror))
  expect(notes).toMatchObject([
    { code: 'sizes-waiting', detail: expect.stringContaining('No response in 60 s.') },
  ])
  const entries = await Array.fromAsync(mirror.wantedSizes.scan())
  expect(entries.flat()).toEqual([{ sha256, wanted: { tries: 1, reason: 'No response in 60 s.' } }])
})

test('a CMS without the parameter creates the sizes with the upload, as before', async ({
  stage,
  mirror,
}) => {
  await stage.mock.faults([
    { side: 'cms', method: 'OPTIONS', path: '/cms/v2/media', kind: 'status', status: 405 },
  ])
  await uploadMedia(mirror, [photo], go, later)
  expect((await known(mirror)).large?.url).toContain('-1024x768')
  expect(await mirror.wantedSizes.count()).toBe(0)
  expect(mediaSlug(sha256)).toBe((await stage.editor.media())[0]?.slug)
})
