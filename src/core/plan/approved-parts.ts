/** The part of a plan that an operator may approve separately. */
export const approvedParts = ['updates', 'creates', 'retirements'] as const
export type ApprovedPart = (typeof approvedParts)[number]
