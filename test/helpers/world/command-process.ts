import { createProgram } from '../../../src/cli/program/program.ts'
import { exitCodeOfError } from '../../../src/cli/shared/exit-codes.ts'
import { reasonOf } from '../../../src/lib/errors.ts'

/** A request to a command host. */
export type HostedCommand = { args: readonly string[]; env: Record<string, string>; mark: string }

/** Thrown when a command ends its process, so that the host survives for the next command. */
class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`exit ${code}`)
    this.code = code
  }
}

const exit = process.exit.bind(process)
process.exit = (code) => {
  throw new Exit(Number(code ?? process.exitCode ?? 0))
}

// Outside the command's own flow, only ending the process remains, as without a host.
process.on('uncaughtException', (error) => {
  if (!(error instanceof Exit)) process.stderr.write(`${error.stack}\n`)
  exit(error instanceof Exit ? error.code : 1)
})
process.on('disconnect', () => exit(0))

process.on('message', (command: HostedCommand) => {
  void runCommand(command)
})

/** Runs one command as `src/cli.ts` does, then prints the mark with its exit code on both streams. */
async function runCommand({ args, env, mark }: HostedCommand): Promise<void> {
  const code = await createProgram(env, (wanted) => process.exit(wanted), refuseMock)
    .parseAsync(args, { from: 'user' })
    .then(
      () => 0,
      (error: unknown) => {
        if (error instanceof Exit) return error.code
        process.stderr.write(`${reasonOf(error)}\n`)
        return exitCodeOfError(error)
      },
    )
  process.exitCode = 0
  for (const name of ['SIGTERM', 'SIGINT', 'exit']) process.removeAllListeners(name)
  process.stdout.write(`${mark}${code}\n`)
  process.stderr.write(`${mark}${code}\n`)
}

function refuseMock(): Promise<never> {
  throw new Error('The bundled server needs a process of its own.')
}
