import type { Reason } from './reason.ts'

/** A difference between a preview and the page after the next run, or its reason. */
export type PreviewNote =
  /** The page is shown without a file. */
  | { code: 'file-omitted'; url: string; detail: string }
  /** The partner reports a file as unchanged that the mirror does not have. */
  | { code: 'file-unchanged'; url: string }
  /** The preview is a new page, because the current one cannot be merged. */
  | { code: 'page-unreadable'; pageId: number; detail: string }
  | { code: 'page-gone' | 'page-trashed'; pageId: number }
  /** The next run does not write the page; the preview is the current one. */
  | { code: 'not-written'; reason: Reason }
  | { code: 'nothing-changed'; pageId: number }
  /** The next run publishes the page, which is a draft of ours. */
  | { code: 'publishes'; pageId: number }
  /** How an editor's changes are treated. */
  | { code: 'merged'; reasons: readonly Reason[] }

/** Why a record has no preview. */
export type PreviewObstacle = { code: 'unusable'; detail: string } | { code: 'no-product' }
