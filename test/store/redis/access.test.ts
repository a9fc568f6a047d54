import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, test as base } from 'vitest'
import { aclRulesOf, findMissingRights } from '../../../src/store/redis/access.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { startTestRedis } from '../../helpers/world/redis.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const keys = createKeys('shop')
const rules = aclRulesOf('shop')

const test = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startTestRedis()
    onCleanup(() => server.close())
    return server
  })
  .extend('admin', { scope: 'file' }, ({ server }, { onCleanup }) => {
    const admin = new Redis(server.connection)
    onCleanup(() => admin.disconnect())
    return admin
  })
  .extend('missing', ({ server, admin }) => async (given: readonly string[]) => {
    await admin.call('ACL', 'SETUSER', 'mirror', 'reset', 'on', '>secret', ...given)
    const login = { username: 'mirror', password: 'secret' }
    return findMissingRights(() => new Redis({ ...server.connection, ...login }), keys)
  })

/** The files of a folder with these extensions. */
async function textsIn(folder: string, extensions: RegExp): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true })
  return Promise.all(
    names.filter((name) => extensions.test(name)).map((name) => readFile(join(root, folder, name), 'utf8')),
  )
}

/** The commands that scripts in this folder call. */
async function calledIn(folder: string): Promise<string[]> {
  const texts = await textsIn(folder, /\.(?:js|lua)$/)
  const calls = texts.flatMap((text) => [...text.matchAll(/(?:rcall|redis\.p?call)\(\s*['"](\w+)['"]/g)])
  return [...new Set(calls.map(([, name = '']) => name.toLowerCase()))]
}

const otherMethods = new Set(['digest', 'keys', 'object', 'sort'])

/** The commands that TypeScript in this folder sends. */
async function sentIn(folder: string, commands: ReadonlySet<string>): Promise<string[]> {
  const texts = await textsIn(folder, /\.ts$/)
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\.(\w+?)(?:Buffer)?\(/g)].map(([, name = '']) => name),
  )
  return [...new Set(names)].filter((name) => commands.has(name) && !otherMethods.has(name))
}

test('the rights of the manual are enough, and a test of them changes nothing', async ({
  admin,
  missing,
}) => {
  expect(await missing(rules)).toEqual([])
  expect(await admin.dbsize()).toBe(0)
})

test('each right that is missing is named', async ({ missing }) => {
  // Needed to connect, or to try the others.
  const untried = new Set(['-@all', '+hello', '+quit', '+select', '+exec'])
  for (const right of rules.filter((rule) => !untried.has(rule))) {
    const found = await missing(rules.filter((rule) => rule !== right))
    expect({ right, found }).toEqual({ right, found: expect.arrayContaining([right]) })
    expect(found).toHaveLength(1)
  }
})

test('keys of another mirror are out of reach', async ({ missing }) => {
  expect(await missing(aclRulesOf('other'))).toEqual(expect.arrayContaining(['~pm:shop:*', '&pm:shop:*']))
})

test('the rights cover every command in the scripts of the store and of BullMQ', async () => {
  const called = await Promise.all(['src/store/lua', 'node_modules/bullmq/dist/esm/scripts'].map(calledIn))
  expect(called.map(({ length }) => length > 10)).toEqual([true, true])
  expect(called.flat().filter((name) => !rules.includes(`+${name}`))).toEqual([])
})

test('the rights cover every command that the store sends', async ({ admin }) => {
  const sent = await sentIn('src/store', new Set(admin.getBuiltinCommands()))
  expect(sent).toEqual(expect.arrayContaining(['hget', 'multi', 'zadd', 'xadd']))
  const granted = new Set(aclRulesOf('shop', { inCluster: true }).map((rule) => rule.replace(/\|.*/, '')))
  expect(sent.filter((name) => !granted.has(`+${name}`))).toEqual([])
})

test('the example of the manual has these rights, and allows all other users only ping', async () => {
  const example = await readFile(join(root, 'examples', 'redis-users.acl'), 'utf8')
  expect(example.split('\n')).toEqual([
    'user default on nopass resetkeys resetchannels -@all +ping',
    `user mirror on >PASSWORD ${aclRulesOf('default').join(' ')}`,
    '',
  ])
})
