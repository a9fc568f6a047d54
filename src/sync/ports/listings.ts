/** The languages whose list of products may be out of date, each with a mark that changes with every new reason. */
export interface Listings {
  /** Whether the snapshots hold every page that was mirrored: a run over everything has come to its end since Redis began. */
  knowsAll(): Promise<boolean>
  noteAll(): Promise<void>
  stale(): Promise<Map<string, string>>
  /** Lists that are written, or need not be; one that became stale anew since its mark was read stays so. */
  clear(marks: ReadonlyMap<string, string>): Promise<void>
}
