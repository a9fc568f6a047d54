import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import { assertBundledServer } from '../../../src/cli/program/bundled-server.ts'

const test = base.extend('folder', async ({ task }, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), `image-${task.id}-`))
  onCleanup(() => rm(folder, { recursive: true }))
  return folder
})

test('a checkout has the bundled server', () => {
  expect(() => assertBundledServer()).not.toThrow()
})

test('without its code, the message contains the image that has the bundled server', ({ folder }) => {
  expect(() => assertBundledServer(folder)).toThrow(
    `The bundled server is not part of this image (${join('src', 'mock', 'main.ts')} is missing); use the bundled-server target`,
  )
})

test('without its packages, the message contains one of them', async ({ folder }) => {
  await mkdir(join(folder, 'src', 'mock'), { recursive: true })
  await writeFile(join(folder, 'src', 'mock', 'main.ts'), '')
  expect(() => assertBundledServer(folder)).toThrow(`(${join('node_modules', 'sharp')} is missing)`)
})
