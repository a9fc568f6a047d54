import type { Step as Recorded } from '../conformance/scenario.ts'

/**
 * One request of a sequence, in the form of a recorded exchange without its expectation: a reproduction can be pasted
 * into test/conformance. `{{r3}}` stands for the id that the step saving `r3` got from that side.
 */
export type Step = Omit<Recorded, 'expect' | 'expectAny' | 'setup' | 'delayMs'>

/** What a side answered. */
export type Answer = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Undefined where the body is no JSON. */
  readonly json: unknown
}

/** One of the two servers that are compared. */
export type Side = {
  /** Without a slash at the end. */
  readonly site: string
  readonly root: string
  send(step: Step, variables: Readonly<Record<string, unknown>>): Promise<Answer>
  /** Brings back the pristine state. */
  reset(): Promise<void>
  close(): Promise<void>
}

export type Sides = { readonly engine: Side; readonly bundled: Side }

/** The same request at both sides. */
export type Exchange = { readonly step: Step; readonly engine: Answer; readonly bundled: Answer }
