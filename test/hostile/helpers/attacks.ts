import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The number of attacks in a test, by kind. */
    attacks?: Record<string, number>
  }
}

/** Counts attacks of a kind, such as `markup vectors`, for the table at the end of the suite. */
export function countAttacks({ task }: Pick<TestContext, 'task'>, kind: string, count: number): void {
  const attacks = (task.meta.attacks ??= {})
  attacks[kind] = (attacks[kind] ?? 0) + count
}
