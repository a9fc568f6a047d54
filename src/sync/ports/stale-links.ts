/** The products whose pages may link other languages than they ought to; by GTIN. */
export interface StaleLinks {
  mark(gtins: readonly string[]): Promise<void>
  /** Every one, some hundred at a time; one that is marked meanwhile may come or not. */
  scan(): AsyncIterable<string[]>
  clear(gtins: readonly string[]): Promise<void>
}
