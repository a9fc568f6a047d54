import type { SelectedPart } from '../reasons/selected-part.ts'

/** The kinds of changes that an operator may approve separately. */
export const approvedParts = ['updates', 'creates', 'retirements'] as const
export type ApprovedPart = (typeof approvedParts)[number]

/** A part of a plan that may be approved; the rest then waits as a separate run. */
export type PartOfPlan = ApprovedPart | SelectedPart

/** The fields with which a request selects a part. */
export const partFields = ['only', 'sample', 'language', 'pattern'] as const

/** A part as a request selects it. */
export type PartRequest = {
  only?: ApprovedPart | undefined
  sample?: number | undefined
  language?: string | undefined
  pattern?: number | undefined
}

/** The requested part, undefined for the whole plan; `several` are the given fields if they are more than one. */
export function readPart(
  request: PartRequest,
): { ok: true; part: PartOfPlan | undefined } | { ok: false; several: string[] } {
  const { only, sample, language, pattern } = request
  const several = partFields.filter((name) => request[name] !== undefined)
  if (several.length > 1) return { ok: false, several }
  if (sample !== undefined) return { ok: true, part: { sample } }
  if (language !== undefined) return { ok: true, part: { language } }
  return { ok: true, part: pattern === undefined ? only : { pattern } }
}
