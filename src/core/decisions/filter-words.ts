import type { MappedField } from '../record/mapped.ts'

/** Why a record is listed; `open` ones need a decision. */
export const decisionKinds = ['open', 'conflict', 'emptied', 'values', 'held', 'undone', 'decided'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** The names of a conflict's fields in commands and in the dashboard; a mapped field has its own name. */
export const conflictFields = ['title', 'excerpt', 'block', 'image'] as const
export type ConflictField = (typeof conflictFields)[number] | MappedField
