import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isRecord } from '../../conformance/variables.ts'
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

/** A 5xx that is known, with the reason. */
type KnownError = {
  readonly fits: (fault: ServerFault, step: Step) => boolean
  readonly why: string
}

type ServerFault = { readonly code: string; readonly message: string }

/** The server errors that the engine gives as well. */
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

/** A name for what is wrong with an answer; undefined for an answer below 500. */
export function faultOf({ status, json, text }: Answer): ServerFault | undefined {
  if (status < 500 && status !== noAnswer) return undefined
  const { code, message } = isRecord(json) ? json : { code: undefined, message: undefined }
  return {
    code: typeof code === 'string' ? code : 'no code',
    message: typeof message === 'string' ? message : text.slice(0, 200),
  }
}
