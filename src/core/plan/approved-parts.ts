/** The part of a plan that a person may approve alone. */
export const approvedParts = ['updates', 'creates', 'retirements'] as const
export type ApprovedPart = (typeof approvedParts)[number]
