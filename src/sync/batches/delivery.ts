/** Items to send, and what to do with the answers. */
export type Delivery<Item, Answer> = {
  runId: string
  items: readonly Item[]
  /** The name under which an item's failures are counted: a record's id, or `<kind>:<name>`. */
  idOf: (item: Item) => string
  /** Items per request, at most 25. */
  most?: number
  /** Sends one request; throws OutcomeUnknownError or UnreachableError if it failed as a whole. */
  send: (batch: readonly Item[]) => Promise<Answer>
  acknowledge: (batch: readonly Item[], answer: Answer) => Promise<void>
  /** Takes the items that the CMS cannot save, each with its words. */
  giveUp: (failed: readonly { item: Item; reason: string }[]) => Promise<void>
  /** Asked before each request. */
  isStopped?: () => Promise<boolean>
}
