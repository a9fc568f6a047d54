import { fileURLToPath } from 'node:url'
import { createMockServer } from '../../src/mock/create-mock-server.ts'
import { corpus } from '../../test/conformance/scenario.ts'
import { run } from '../../test/wordpress/engine/run.ts'
import { type Engine, startEngine } from '../../test/wordpress/engine/start.ts'
import { keepForQuickReset } from './engine/quick-reset.ts'
import { sendStep } from './send-step.ts'
import type { Side } from './step.ts'

/** The neutral names of the interface, with WordPress's names. */
export const engineNames = [
  ['cms/v2', 'wp/v2'],
  ['cms:', 'wp:'],
  ['cms%3A', 'wp%3A'],
] as const

/** Starts Debian's WordPress with the bundled server's initial content. */
export async function openEngine(): Promise<Side> {
  const engine = await startEngine({ workers: 2 })
  await makePristine(engine)
  const reset = await keepForQuickReset(engine)
  return {
    site: engine.siteUrl,
    root: engine.apiRoot,
    send: (step, variables) => sendStep({ root: engine.apiRoot, names: engineNames }, step, variables),
    reset,
    close: () => engine.stop(),
  }
}

/** Starts a bundled server in this process. */
export async function openBundled(): Promise<Side> {
  const mock = await createMockServer({ gtins: 1, languages: 'en-gb' })
  return {
    site: mock.url,
    root: mock.cmsUrl,
    send: (step, variables) => sendStep({ root: mock.cmsUrl, names: [] }, step, variables),
    reset: () => mock.reset(),
    close: () => mock.close(),
  }
}

async function makePristine(engine: Engine): Promise<void> {
  const script = fileURLToPath(new URL('engine/pristine.php', import.meta.url))
  const users = Object.values(corpus.users)
  await run('php', [script, engine.siteFolder], JSON.stringify(users))
  await fetch(`${engine.apiRoot}/wp/v2/posts?_embed`).then((response) => response.text())
}
