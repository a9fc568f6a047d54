import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { enqueueRun } from '../../../jobs/control.ts'
import { readConfig } from '../../../config/daemon.ts'
import { createDaemon, type Daemon } from '../../daemon.ts'
import { createLogger } from '../../lib/logger.ts'
import { MirrorError, reasonOf } from '../../lib/errors.ts'
import { exitWithin, listenForStop } from '../../lib/shutdown.ts'
import type { Run } from '../../core/run/run.ts'
import type { Mirror } from '../../mirror/mirror.ts'
import { demoEnvironment, writeEnvironment } from './demo-environment.ts'
import { exitCodeOf, exitCodeOfError, exitCodes } from '../shared/exit-codes.ts'
import { createProgress } from '../output/progress.ts'
import { toReport } from '../json/run-report.ts'
import { toLines } from '../output/report.ts'
import { print, printJson, warn } from '../terminal/print.ts'
import { waitForRun } from '../shared/wait-for-run.ts'

export type DemoOptions = { once?: boolean; gtins?: string; languages?: string; seed?: string }

/**
 * Runs an embedded Redis, the bundled server and the daemon on this machine, with a first sync, until it is
 * stopped. With `once` it ends with the run, and the last line is the JSON report.
 */
export async function runDemo(env: NodeJS.ProcessEnv, options: DemoOptions): Promise<never> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-mirror-demo-'))
  const log = createLogger({ level: env['LOG_LEVEL'] === 'debug' ? 'debug' : 'warn', destination: 'stderr' })
  const stop = listenForStop(log)
  const server = await startBundledServer(options)
  const opened: { daemon?: Daemon } = {}
  const close = async (): Promise<void> => {
    await opened.daemon?.stop()
    server.child.kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const environment = demoEnvironment(env, server.origin, dataDir)
    const config = readConfig(environment)
    print([
      `The mirrored site                 ${server.origin}/`,
      `Bundled server (partner and CMS)  ${server.origin}/__mock/`,
    ])
    const daemon = await createDaemon([config], log, (error) => {
      warn(reasonOf(error))
      void exitWithin(18_000, exitCodes.error, close, log)
    })
    opened.daemon = daemon
    await daemon.start()
    const [mirror] = daemon.mirrors
    if (mirror === undefined) throw new MirrorError('The mirror did not open.')
    print([`Dashboard                         ${daemon.url}`])
    const begun = await enqueueRun(mirror, {
      kind: 'sync',
      trigger: 'cli',
      approved: false,
      scope: {},
    })
    if (!begun.ok) throw new MirrorError(`Run ${begun.activeRunId} is already active.`)
    const run = await waitForRun(
      mirror.sync.runs,
      begun.run.id,
      createProgress(process.stderr, false, env),
      stop,
    )
    const page = await findPage(mirror, run)
    print([...(page === undefined ? [] : [`A product page                    ${page}`]), ...toLines(run)])
    if (options.once) {
      printJson(toReport(run))
      return await exitWithin(18_000, exitCodeOf(run), close, log)
    }
    const file = await writeEnvironment(dataDir, { ...environment, SITE: server.origin })
    print([
      `In another terminal               . ${file}`,
      '                                  product-mirror status',
      'Running. Press Ctrl-C to stop.',
    ])
    await once(stop, 'abort')
    return await exitWithin(18_000, 0, close, log)
  } catch (error) {
    if (!stop.aborted) warn(reasonOf(error))
    return exitWithin(18_000, stop.aborted ? 10 : exitCodeOfError(error), close, log)
  }
}

async function startBundledServer(options: DemoOptions): Promise<{ origin: string; child: ChildProcess }> {
  const flags = (['gtins', 'languages', 'seed'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}`, options[name]],
  )
  const main = join(import.meta.dirname, '..', '..', 'mock', 'main.ts')
  const child = spawn(process.execPath, [main, '--port', '0', ...flags], {
    // The server ends when the channel to this process closes.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: true,
  })
  process.once('exit', () => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: Readable.from(child.stdout ?? []) })) {
    const origin = /http:\/\/\S+/.exec(line)?.[0]
    if (origin !== undefined) return { origin, child }
  }
  throw new MirrorError('The bundled server ended before it was ready; see its message above.')
}

/** A created page, in English if there is one. */
async function findPage({ sync }: Mirror, run: Run): Promise<string | undefined> {
  let first: string | undefined
  for await (const outcomes of sync.runs.scanOutcomes(run.id)) {
    const links = outcomes.flatMap(({ result, link }) => (result === 'created' && link ? [link] : []))
    const english = links.find((link) => /-en-[a-z]+\/$/.test(link))
    if (english !== undefined) return english
    first ??= links[0]
  }
  return first
}
