import type { Read } from '../../lib/http/exchange.ts'
import type { Response } from '../../lib/http/send.ts'
import type { CmsResponse, Refusal } from './response.ts'

/** The kinds by which the requests of a run are counted. */
export type RequestKind = 'cmsReads' | 'cmsBatches' | 'cmsOther'

export type CmsRequest<T> = {
  kind: RequestKind
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS'
  /** Below the API root, with its query. */
  path: string
  /** The request's purpose for an error message: "reading 100 pages". */
  doing: string
  json?: unknown
  file?: { bytes: Uint8Array; headers: Record<string, string> }
  /** Must not run twice: a lost response is an OutcomeUnknownError. */
  once?: boolean
  /** May be too much at once for the CMS, so it is not repeated after a timeout. */
  heavy?: boolean
  /** Reads every response first; undefined passes it on to `onRefusal` or `read`. */
  judge?: (response: Response) => T | undefined
  /** Reads a refusal that the configuration did not cause. Without it, a refusal is an UnusableError. */
  onRefusal?: (refusal: Refusal) => T
  read: (response: CmsResponse) => Read<T>
}
