import { join } from 'node:path'
import { expect } from 'vitest'
import { loadScripts } from '../../../src/store/lua/load-scripts.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const scripts = loadScripts(join(import.meta.dirname, '../../../src/store/lua'))
const it = withStore()

it.for([...scripts])('Redis compiles the script %s', async ([, text], { store }) => {
  expect(await store.redis.script('LOAD', text)).toMatch(/^[0-9a-f]{40}$/)
})
