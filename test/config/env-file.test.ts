import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { readEnvFile, withEnvFileHint } from '../../config/env-file.ts'

const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'env-file-'))
  onCleanup(() => rm(folder, { recursive: true }))
  return folder
})

const missing = 'The configuration has 1 error:\n  - PARTNER_TOKEN is required: the API token, one line.'

test('a missing variable is reported with the folder that has no .env', ({ folder }) => {
  expect(withEnvFileHint(missing, folder)).toBe(
    `${missing}\nNo .env file was found in ${folder}. Run the command in the folder that has it, name another file with --env-file, or create one with: product-mirror init`,
  )
})

test('with --env-file, the named file is mentioned instead', ({ folder }) => {
  expect(withEnvFileHint(missing, folder, 'prod.env')).toBe(
    `${missing}\nVariables were read from the environment and from prod.env.`,
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

test('the variables of a file may be quoted, exported, commented and empty', async ({ folder }) => {
  const file = join(folder, 'prod.env')
  await writeFile(file, '# comment\nA=1\nexport B=\'two words\'\nC=\n\nD="x#y" # comment\n')
  expect(readEnvFile(file)).toEqual({ A: '1', B: 'two words', C: '', D: 'x#y' })
})

test.for([
  ['missing', 'nowhere.env', 'ENOENT'],
  ['a folder', '.', 'EISDIR'],
])('a file that is %s is an error with its name and the reason', ([, name, reason], { folder }) => {
  const file = join(folder, name ?? '')
  expect(() => readEnvFile(file)).toThrow(
    new RegExp(`^--env-file: ${file.replaceAll('.', '\\.')} cannot be read: ${reason}.*\\.$`),
  )
})
