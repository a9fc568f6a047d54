#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { withEnvFileHint } from '../config/env-file.ts'
import { exitCodeOfError } from './cli/shared/exit-codes.ts'
import { warn } from './cli/terminal/print.ts'
import { describeCrash, onCrash } from './lib/crash.ts'
import { reasonOf } from './lib/errors.ts'

// Compiled code is stored for the next start, which then takes half the time. A read-only folder only costs
// time.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'node-compile'))

onCrash((error) => warn(describeCrash(error)))

// The reader of the output may stop early: `plan | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const { createProgram } = await import('./cli/program/program.ts')

const runMock = async (options: Record<string, string>, env: NodeJS.ProcessEnv): Promise<void> => {
  const mock = await import('./mock/main.ts')
  await mock.runMock(options, env)
}

const program = createProgram(process.env, (code) => process.exit(code), runMock)
await program.parseAsync().catch((error: unknown) => {
  const { envFile } = program.opts<{ envFile?: string }>()
  warn(withEnvFileHint(reasonOf(error), process.cwd(), envFile))
  process.exit(exitCodeOfError(error))
})
