/** The languages whose list of products may be out of date, each with a mark that changes with every new reason. */
export interface Indexes {
  stale(): Promise<Map<string, string>>
  /** Lists that are written, or need not be; one that became stale anew since its mark was read stays so. */
  settle(marks: ReadonlyMap<string, string>): Promise<void>
}
