/** Stored values that cannot be read. */
export interface DamagedValues {
  /** Takes them away from where they are in the way, keeps their bytes, and answers what a person should know of each. */
  holdPlan(): Promise<string[]>
}
