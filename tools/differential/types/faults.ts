import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isRecord } from '../../../test/conformance/variables.ts'
import { noAnswer } from '../send-step.ts'
import type { Answer, Step } from '../step.ts'

const ServerErrors = z.array(
  z.object({
    code: z.string(),
    message: z.string(),
    /** A regular expression on the request as JSON. */
    request: z.string().default(''),
    why: z.string(),
  }),
)

/** A known 5xx with its reason. */
type KnownError = {
  readonly fits: (fault: ServerFault, step: Step) => boolean
  readonly why: string
}

type ServerFault = { readonly code: string; readonly message: string }

/** The server errors that WordPress returns, too. */
export function readServerErrors(): KnownError[] {
  const text = readFileSync(new URL('server-errors.json', import.meta.url), 'utf8')
  return ServerErrors.parse(JSON.parse(text)).map(({ code, message, request, why }) => {
    const told = new RegExp(`^(${message})$`, 'u')
    const sent = new RegExp(request, 'u')
    return {
      why,
      fits: (fault, step) =>
        fault.code === code && told.test(fault.message) && sent.test(JSON.stringify(step)),
    }
  })
}

/** An identifier for a response with status 500 or above; undefined for others. */
export function faultOf({ status, json, text }: Answer): ServerFault | undefined {
  if (status < 500 && status !== noAnswer) return undefined
  const { code, message } = isRecord(json) ? json : { code: undefined, message: undefined }
  return {
    code: typeof code === 'string' ? code : 'no code',
    message: typeof message === 'string' ? message : text.slice(0, 200),
  }
}
