import { once } from 'node:events'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { type MockOptions, readMockConfig } from '../../config/mock.ts'
import { ConfigError, reasonOf } from '../lib/errors.ts'
import { createMockApp } from './app.ts'

const badConfiguration = 7

/**
 * Serves until SIGTERM or SIGINT. Prints `bundled server ready at http://…` when it listens. Throws a ConfigError for
 * wrong options.
 */
export async function runMock(options: MockOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const config = readMockConfig(options, env)
  const app = createMockApp(config)
  const origin = await app.listen({ host: config.host, port: config.port })
  process.stdout.write(`bundled server ready at ${origin}\n`)
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await app.close()
}

if (import.meta.main) {
  // If the demo is killed, its server exits, too.
  process.once('disconnect', () => process.exit())
  try {
    await runMock(readOptions(), process.env)
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = error instanceof ConfigError ? badConfiguration : 1
  }
}

function readOptions(): MockOptions {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      options: {
        host: text,
        'control-hosts': text,
        port: text,
        gtins: text,
        languages: text,
        seed: text,
        token: text,
        throttle: text,
        'media-trash': text,
        'oembed-hosts': text,
        types: text,
      },
    }).values
  } catch (error) {
    throw new ConfigError('Unknown or incomplete option', { cause: error })
  }
}
