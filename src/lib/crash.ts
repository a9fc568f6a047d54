import { inspect } from 'node:util'
import { hideCredentials } from './text/secrets.ts'

const mostCauses = 5

/**
 * Ends the process at an uncaught error or unhandled rejection with exit code 1, as Node does, but lets
 * `tell` print the error, because Node would print its secrets. The last call counts.
 */
export function onCrash(tell: (error: unknown) => void): void {
  process.setUncaughtExceptionCaptureCallback(null)
  process.setUncaughtExceptionCaptureCallback((error) => {
    try {
      tell(error)
    } finally {
      process.exit(1)
    }
  })
}

/** The stack of an error and those of its causes, without secrets. */
export function describeCrash(error: unknown): string {
  const stacks: string[] = []
  let at = error
  for (; at instanceof Error && stacks.length < mostCauses; at = at.cause) stacks.push(at.stack ?? at.message)
  if (at !== undefined && !(at instanceof Error)) stacks.push(inspect(at))
  return hideCredentials(stacks.join('\nCaused by: '))
}
