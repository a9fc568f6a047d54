/** A seeded fault that no test can find, because the program does the same with it; `why` says so for a reader. */
export type Equivalent = { file: string; code: string; change: string; why: string }

export const equivalents: readonly Equivalent[] = []
