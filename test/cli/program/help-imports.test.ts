import { expect, test } from 'vitest'
import { spawnCli } from '../../helpers/world/cli.ts'

/** Prints the package of every loaded module on standard error. */
const telling = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
      if (name !== undefined) process.stderr.write('package ' + name + '\\n')
      return next(url, context)
    },
  })`)}`

test.for([['--help'], ['sync', '--help'], ['completion', 'bash']])(
  '“%s” loads only the package of the command line itself',
  async (args) => {
    const { ended } = spawnCli(args, { NODE_OPTIONS: `--import=${telling}` })
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect([...new Set(stderr.trim().split('\n'))]).toEqual(['package commander'])
  },
)
