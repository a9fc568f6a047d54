import type { Read } from '../lib/http/exchange.ts'
import type { Response } from '../lib/http/send.ts'
import type { CmsResponse, Refusal } from './response.ts'

/** By what the requests of a run are counted. */
export type RequestKind = 'cmsReads' | 'cmsBatches' | 'cmsOther'

/** A request to the CMS, and how its response is read. */
export type CmsRequest<T> = {
  kind: RequestKind
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the API root, with its query. */
  path: string
  /** The request's purpose for an error message: "reading 100 pages". */
  doing: string
  json?: unknown
  file?: { bytes: Uint8Array; headers: Record<string, string> }
  /** Must not run twice: a lost response is an OutcomeUnknownError. */
  once?: boolean
  /** May be too much at once for the CMS: it is not repeated after the time limit. */
  heavy?: boolean
  /** Reads every response first; undefined passes it on. */
  judge?: (response: Response) => T | undefined
  /** Reads a refusal that is no fault of the configuration; by default it is an UnusableError. */
  onRefusal?: (refusal: Refusal) => T
  read: (response: CmsResponse) => Read<T>
}
