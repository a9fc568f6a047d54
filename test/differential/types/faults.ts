import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isRecord } from '../../conformance/variables.ts'
import { noAnswer } from '../send-step.ts'
import type { Answer } from '../step.ts'

const ServerErrors = z.array(z.object({ code: z.string(), message: z.string(), why: z.string() }))

/** A 5xx that is known, with the reason. */
export type KnownError = { readonly fits: (code: string, message: string) => boolean; readonly why: string }

/** The server errors that the engine gives as well. */
export function readServerErrors(): KnownError[] {
  const text = readFileSync(new URL('server-errors.json', import.meta.url), 'utf8')
  return ServerErrors.parse(JSON.parse(text)).map(({ code, message, why }) => {
    const pattern = new RegExp(`^(${message})$`, 'u')
    return { why, fits: (ownCode, ownMessage) => ownCode === code && pattern.test(ownMessage) }
  })
}

/** A name for what is wrong with an answer; undefined for an answer below 500. */
export function faultOf({ status, json, text }: Answer): { code: string; message: string } | undefined {
  if (status < 500 && status !== noAnswer) return undefined
  const { code, message } = isRecord(json) ? json : { code: undefined, message: undefined }
  return {
    code: typeof code === 'string' ? code : 'no code',
    message: typeof message === 'string' ? message : text.slice(0, 200),
  }
}
