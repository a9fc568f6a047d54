import { beforeEach, type RunnerTask } from 'vitest'

// The tests of these files continue from the state of the previous one. After a failure they would only repeat it.
beforeEach(({ task, skip }) => {
  if (task.concurrent !== true && task.file.tasks.some(hasFailed)) skip('an earlier test of this file failed')
})

function hasFailed(task: RunnerTask): boolean {
  return task.type === 'suite' ? task.tasks.some(hasFailed) : task.result?.state === 'fail'
}
