/** Items to send, and the handlers of the responses. */
export type Delivery<Item, Answer> = {
  runId: string
  items: readonly Item[]
  /** The name for counting an item's failures: a record's id, or `<kind>:<name>`. */
  idOf: (item: Item) => string
  /** Items per request, at most 25. */
  most?: number
  /** Sends one request; throws OutcomeUnknownError or UnreachableError if it failed as a whole. */
  send: (batch: readonly Item[]) => Promise<Answer>
  acknowledge: (batch: readonly Item[], answer: Answer) => Promise<void>
  /** Receives the items that the CMS cannot save, each with the CMS's message. */
  giveUp: (failed: readonly { item: Item; reason: string }[]) => Promise<void>
  /** Called before each request. */
  isStopped?: () => Promise<boolean>
}
