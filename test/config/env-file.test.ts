import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { withEnvFileHint } from '../../config/env-file.ts'

const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'env-file-'))
  onCleanup(() => rm(folder, { recursive: true }))
  return folder
})

const missing = 'The configuration has 1 error:\n  - PARTNER_TOKEN is required: the API token, one line.'

test('a missing variable is reported with the folder that has no .env', ({ folder }) => {
  expect(withEnvFileHint(missing, folder)).toBe(
    `${missing}\nNo .env file was found in ${folder}. Run the command in the folder that has it, or create one from .env.example.`,
  )
})

test('a folder with a .env is not mentioned', async ({ folder }) => {
  await writeFile(join(folder, '.env'), '')
  expect(withEnvFileHint(missing, folder)).toBe(missing)
})

test('a wrong value is not attributed to a missing file', ({ folder }) => {
  const wrong = 'The configuration has 1 error:\n  - OPS_PORT is "x". Allowed: a port.'
  expect(withEnvFileHint(wrong, folder)).toBe(wrong)
})
