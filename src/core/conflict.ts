import type { MergeField } from './merge.ts'

/** Fields of one page that an editor and the partner both changed, with all three texts, for a person to settle. */
export type Conflict = {
  pageId: number
  link: string
  /** The run that met it, and when (ISO 8601). */
  runId: string
  at: string
  fields: { field: MergeField; base: string; theirs: string; ours: string }[]
}
