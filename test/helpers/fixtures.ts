import { test } from 'vitest'
import { openWorld, type World, type WorldOptions } from './world/mirror-world.ts'
import { startTestRedis } from './world/redis.ts'
import { openTemplateFolder } from './world/template-folder.ts'

type OnCleanup = (close: () => Promise<void>) => void

/**
 * Tests that share a world, prepared once. Use it at the top of a file only: `const it = withWorld({ gtins: 3,
 * languages: ['de-de'] })`, then `it('…', async ({ world }) => …)`.
 */
export function withWorld(options: WorldOptions, prepare?: (world: World) => Promise<unknown>) {
  return test.extend('world', { scope: 'file' }, ({}, { onCleanup }) => open(options, prepare, onCleanup))
}

/** Tests with a separate world each, so that they may run in parallel. */
export function withOwnWorld(options: WorldOptions, prepare?: (world: World) => Promise<unknown>) {
  return test.extend('world', ({}, { onCleanup }) => open(options, prepare, onCleanup))
}

/**
 * A template folder for the tests of a file: `withWorld(…).extend('templates', { scope: 'file' }, templatesOfFile)`.
 */
export async function templatesOfFile({}, { onCleanup }: { onCleanup: OnCleanup }): Promise<string> {
  const { folder, close } = await openTemplateFolder()
  onCleanup(close)
  return folder
}

/** Tests of a file that share a Redis. */
export function withRedis() {
  return test.extend('redis', { scope: 'file' }, async ({}, { onCleanup }) => {
    const redis = await startTestRedis()
    onCleanup(() => redis.close())
    return redis
  })
}

async function open(
  options: WorldOptions,
  prepare: ((world: World) => Promise<unknown>) | undefined,
  onCleanup: OnCleanup,
): Promise<World> {
  const world = await openWorld(options)
  onCleanup(() => world.close())
  await prepare?.(world)
  return world
}
