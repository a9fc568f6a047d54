import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createCms } from '../../../src/cms/cms.ts'
import { mediaSlug } from '../../../src/core/record/media.ts'
import type { Cms } from '../../../src/sync/ports/cms.ts'
import { openGate } from '../../helpers/sync/gate.ts'
import { drawPhoto } from '../../helpers/sync/photos.ts'
import { startEngine, type Engine } from './start.ts'

// The tests depend on each other. The first one sees WordPress 6.1, which has no parameter for smaller sizes.

/** Adds the parameter of WordPress 7.1. */
const parameter = `<?php
add_filter( 'rest_endpoints', function ( $endpoints ) {
  foreach ( $endpoints['/wp/v2/media'] as $key => $endpoint )
    if ( is_int( $key ) && strpos( json_encode( $endpoint['methods'] ), 'POST' ) !== false )
      $endpoints['/wp/v2/media'][ $key ]['args']['generate_sub_sizes'] = array( 'type' => 'boolean', 'default' => true );
  return $endpoints;
} );
add_filter( 'rest_request_before_callbacks', function ( $response, $handler, $request ) {
  if ( $request->get_route() === '/wp/v2/media' && $request['generate_sub_sizes'] === false )
    add_filter( 'intermediate_image_sizes_advanced', '__return_empty_array', 100 );
  return $response;
}, 10, 3 );
`

const { signal } = new AbortController()
let engine: Engine
let open: () => Cms & { close(): Promise<void> }
const opened: { close(): Promise<void> }[] = []

beforeAll(async () => {
  engine = await startEngine({ workers: 2 })
  const { apiRoot, namespace, user, password } = engine
  const retry = { tries: 1, baseMs: 1, capMs: 1 }
  open = () => {
    const cms = createCms({ apiRoot, namespace, auth: { user, password }, gate: openGate(), retry })
    opened.push(cms)
    return cms
  }
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await engine.stop()
})

async function upload(cms: Cms, digit: string) {
  const bytes = await drawPhoto(digit)
  const slug = mediaSlug(digit.repeat(64))
  const file = { slug, filename: `photo-${digit}.jpg`, title: 'Photo', mime: 'image/jpeg', bytes }
  const uploaded = await cms.uploadMedia({ ...file, sizesLater: true }, signal)
  if (!uploaded.ok) throw new Error(uploaded.reason)
  return uploaded
}

test('WordPress 6.1 creates all sizes with the upload, as before', async () => {
  const uploaded = await upload(open(), '1')
  expect(uploaded).not.toHaveProperty('lacksSizes')
  expect(uploaded.media.large?.url).toContain('-1024x768')
})

test('with the parameter, the upload has no sizes, and a lookup shows that', async () => {
  const folder = join(engine.siteFolder, 'wp-content', 'mu-plugins')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'later-sizes.php'), parameter)
  const cms = open()
  const uploaded = await upload(cms, '2')
  expect(uploaded).toMatchObject({ lacksSizes: true })
  expect(uploaded.media).not.toHaveProperty('large')
  expect(await cms.findMedia([mediaSlug('2'.repeat(64))], signal)).toMatchObject([{ lacksSizes: true }])
})

test('WordPress offers the sizes that are created later to browsers, and the page stays as it is', async () => {
  const cms = open()
  const { media } = await upload(cms, '3')
  const { id, url } = media
  const content = `<!-- wp:image {"id":${id},"sizeSlug":"full","linkDestination":"none"} -->\n<figure class="wp-block-image size-full"><img src="${url}" alt="" class="wp-image-${id}"/></figure>\n<!-- /wp:image -->`
  const body = { slug: 'photo', status: 'publish', title: 'Photo', content } as const
  const [made] = await cms.writePages([{ kind: 'create', body }], signal)
  if (made?.ok !== true) throw new Error('no page')
  const visit = async (): Promise<string> => (await fetch(made.page.link)).text()
  expect(await visit()).not.toContain('srcset')
  expect(await cms.createSizes(id, signal)).toMatchObject({
    state: 'created',
    media: { url, large: { width: 1024 }, medium: { width: 300 } },
  })
  expect(await visit()).toMatch(/srcset="[^"]*-1024x768\.jpg 1024w/)
  const page = await cms.readPage(made.page.id, signal)
  expect(page).toMatchObject({ page: { modifiedGmt: made.page.modifiedGmt } })
})

test('a deleted photo is gone, and a complete one needs nothing', async () => {
  const cms = open()
  const { media } = await upload(cms, '4')
  expect(await cms.createSizes(media.id, signal)).toMatchObject({ state: 'created' })
  expect(await cms.createSizes(media.id, signal)).toMatchObject({ state: 'created' })
  await cms.deleteMedia(media.id, signal)
  expect(await cms.createSizes(media.id, signal)).toEqual({ state: 'gone' })
})
