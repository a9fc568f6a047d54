/** A page that was open in the editor when it was to be written. */
export type Deferral = {
  pageId: number
  /** When it was first left for later, ISO 8601; after a day it is written all the same. */
  since: string
  runId: string
}
