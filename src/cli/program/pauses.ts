import type { Command } from 'commander'
import { addCommand, exitWith } from './command.ts'

type PauseOptions = { until: string; reason: string }

/** Adds the commands that stop the writes to the CMS for a while. */
export function addPauseCommands(program: Command, env: NodeJS.ProcessEnv): void {
  addCommand(program, 'pause', 'Stop all writes to the CMS until a time. Runs plan, and then wait.', [
    ['product-mirror pause --until 2h --reason "shop update"', 'two hours from now'],
    ['product-mirror pause --until "2026-12-01 06:00" --reason freeze', 'in the time zone SCHEDULE_TZ'],
    ['product-mirror status', 'shows the pause'],
    ['product-mirror resume', 'ends it early'],
  ])
    .requiredOption(
      '--until <time>',
      'The end: a duration such as 2h, a time such as 18:00, or a date and time.',
    )
    .requiredOption('--reason <text>', 'Why, for the other operators.')
    .action(async ({ until, reason }: PauseOptions) => {
      const { pauseNow } = await import('../commands/pause.ts')
      await exitWith(pauseNow(env, { until, reason }))
    })

  addCommand(program, 'resume', 'End a pause. Waiting runs continue.', [
    ['product-mirror resume', 'writes continue, in the write windows if there are any'],
  ]).action(async () => {
    const { resumeNow } = await import('../commands/pause.ts')
    await exitWith(resumeNow(env))
  })
}
