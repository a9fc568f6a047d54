import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Told, memberOf, picture, serveMedia } from './media-calls.ts'

const cms = await serveMedia()
const white = await picture(120, 80)
beforeEach(() => cms.reset())
afterAll(() => cms.close())

async function edit(bytes: Buffer, ...modifiers: unknown[]): Promise<Told> {
  const { body } = await cms.raw('x.jpg', bytes)
  return cms.post(`/cms/v2/media/${String(body['id'])}/edit`, { src: body['source_url'], modifiers })
}

const crop = (left: number, top: number, width: number, height: number) => ({
  type: 'crop',
  args: { left, top, width, height },
})
const rotate = (angle: number) => ({ type: 'rotate', args: { angle } })
const boxOf = ({ body }: Told): unknown[] => [
  memberOf(body, 'media_details', 'width'),
  memberOf(body, 'media_details', 'height'),
]

/** The brightness of the edited image at some points, 0 to 255. */
async function brightness({ body }: Told, points: readonly (readonly [number, number])[]): Promise<number[]> {
  const { bytes } = await cms.visit(new URL(String(body['source_url'])).pathname)
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  return points.map(([x, y]) => data[(y * info.width + x) * info.channels] ?? -1)
}

test('the area of a crop outside the image is black', async () => {
  const told = await edit(white, crop(50, 50, 100, 100))
  expect([told.status, ...boxOf(told)]).toEqual([201, 120, 80])
  const [inside, right, below] = await brightness(told, [
    [20, 20],
    [100, 20],
    [20, 70],
  ])
  expect(inside).toBeGreaterThan(250)
  expect([right, below].every((value) => value !== undefined && value < 5)).toBe(true)
})

test('a crop may start outside the image', async () => {
  const told = await edit(white, crop(-10, -10, 50, 50))
  expect([told.status, ...boxOf(told)]).toEqual([201, 60, 40])
  const [before, inside] = await brightness(told, [
    [2, 2],
    [40, 30],
  ])
  expect(before).toBeLessThan(5)
  expect(inside).toBeGreaterThan(250)
})

test.each([
  [crop(-200, 0, 10, 10), [12, 8]],
  [crop(150, 150, 10, 10), [12, 8]],
  [crop(1e300, 0, 10, 10), [12, 8]],
  [crop(0, 0, 200, 100), [240, 80]],
  [crop(0, 0, 25, 100), [30, 80]],
])('%j results in an image of %j pixels', async (modifier, box) => {
  const told = await edit(white, modifier)
  expect([told.status, boxOf(told)]).toEqual([201, box])
})

test.each([
  [45, [142, 142]],
  [0.5, [121, 82]],
  [-90, [80, 120]],
  [720, [120, 80]],
])('after a rotation by %d degrees an image has %j pixels, as in WordPress', async (angle, box) => {
  expect(boxOf(await edit(white, rotate(angle)))).toEqual(box)
})

test.each([
  [crop(0, 0, 0.01, 50), 'rest_image_crop_failed', 'Unable to crop this image.'],
  [crop(0, 0, -5, 50), 'rest_image_crop_failed', 'Unable to crop this image.'],
  [crop(0, 0, 100_000, 100_000), 'internal_server_error', expect.stringContaining('critical error')],
  [rotate(1e300), 'internal_server_error', expect.stringContaining('critical error')],
])('%j gets a 500 with the error of WordPress', async (modifier, code, message) => {
  const { status, body } = await edit(white, modifier)
  expect([status, body['code'], body['message']]).toEqual([500, code, message])
})

const everyForm = 'modifiers[0] matches Flip, Rotation, and Crop, but should match only one.'
const lacksType = 'type is a required property of modifiers[0].'
const lacksArgs = 'args is a required property of modifiers[0].'

test.each([
  [{}, 'rest_one_of_multiple_matches', everyForm],
  [{ type: 'rotate' }, 'rest_property_required', lacksArgs],
  [{ args: { angle: 90 } }, 'rest_property_required', lacksType],
])(
  'the modifier %j is rejected because a required property is missing: %s',
  async (modifier, code, message) => {
    const { status, body } = await edit(white, modifier)
    expect([status, memberOf(body, 'data', 'details', 'modifiers')]).toMatchObject([400, { code, message }])
  },
)

test('a flip without both directions is rejected', async () => {
  const { status, body } = await edit(white, { type: 'flip', args: { flip: { horizontal: true } } })
  expect([status, memberOf(body, 'data', 'params', 'modifiers')]).toEqual([
    400,
    'modifiers[0] is not a valid Flip. Reason: vertical is a required property of modifiers[0][args][flip].',
  ])
})

const motley = Uint8Array.from({ length: 400 * 300 * 3 }, (_, index) => (index * index) >>> 5)
const noisy = sharp(motley, { raw: { width: 400, height: 300, channels: 3 } })

test('a truncated image is edited as far as it can be decoded', async () => {
  const jpeg = await noisy.clone().jpeg().toBuffer()
  const told = await edit(jpeg.subarray(0, jpeg.length >> 1), crop(0, 0, 50, 50))
  expect([told.status, boxOf(told)]).toEqual([201, [200, 150]])
})

test('an image with only a valid header is stored without sub-sizes, and cannot be edited', async () => {
  const gif = await noisy.clone().gif().toBuffer()
  gif.fill(0xff, gif.length >> 3)
  const { body } = await cms.raw('x.gif', gif)
  expect(body['media_details']).toMatchObject({ width: 400, height: 300, sizes: {} })
  const told = await edit(gif, crop(0, 0, 50, 50))
  expect([told.status, told.body['code'], told.body['message']]).toEqual([
    500,
    'rest_unknown_image_file_type',
    'Unable to edit this image.',
  ])
})

test('an image cannot be its own parent, even by the id that it is about to get', async () => {
  const { body } = await cms.raw('x.jpg', white)
  const next = Number(body['id']) + 1
  const told = await cms.post(`/cms/v2/media/${next - 1}/edit`, {
    src: body['source_url'],
    modifiers: [rotate(90)],
    post: next,
  })
  expect(told.status).toBe(201)
  expect(told.body).toMatchObject({ id: next, post: null })
})
