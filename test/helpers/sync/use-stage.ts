import { afterAll, afterEach, beforeAll } from 'vitest'
import { openStage, type Stage } from './sync-deps.ts'

/** A stage for all tests of a file, tidied after each of them; it is there from the first hook or test on. */
export function useStage(options: Parameters<typeof openStage>[0]): Stage {
  const stage = {} as Stage
  beforeAll(async () => {
    Object.assign(stage, await openStage(options))
  })
  afterEach(() => stage.tidy())
  afterAll(() => stage.close())
  return stage
}
