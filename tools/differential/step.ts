import type { Step as Recorded } from '../../test/conformance/scenario.ts'

/**
 * One request of a sequence, in the form of a recorded exchange without its expectation, so that a reproduction can be
 * pasted into test/conformance. `{{r3}}` is the id from the response of the step that saves `r3`.
 */
export type Step = Omit<Recorded, 'expect' | 'expectAny' | 'setup' | 'delayMs'>

/** The response of one side. */
export type Answer = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Undefined if the body is not JSON. */
  readonly json: unknown
}

/** One of the two compared servers. */
export type Side = {
  /** Without a trailing slash. */
  readonly site: string
  readonly root: string
  send(step: Step, variables: Readonly<Record<string, unknown>>): Promise<Answer>
  /** Restores the initial content. */
  reset(): Promise<void>
  close(): Promise<void>
}

export type Sides = { readonly engine: Side; readonly bundled: Side }

/** The same request on both sides. */
export type Exchange = { readonly step: Step; readonly engine: Answer; readonly bundled: Answer }
