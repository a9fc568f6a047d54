import { type Part, type Raw, type Step, corpus, readFixture } from './scenario.ts'
import { type Variables, fillText, fillValue } from './variables.ts'

/** The Basic header of a user of the corpus; none for anonymous and unknown users. */
export function credentials(user: string | null): Record<string, string> {
  const account = user === null ? undefined : corpus.users[user]
  if (account === undefined) return {}
  return { authorization: `Basic ${Buffer.from(`${account.login}:${account.password}`).toString('base64')}` }
}

/** The part of a step that determines its body. */
type Sent = Pick<Step, 'body' | 'raw' | 'contentType' | 'multipart'>

type Body = { readonly payload?: Buffer; readonly contentType?: Record<string, string> }

/** The bytes of a step's body, with its variables filled in, and their media type. */
export async function bodyOf(step: Sent, variables: Variables): Promise<Body> {
  const named = step.contentType === undefined ? {} : { 'content-type': step.contentType }
  if (step.raw !== undefined) return { payload: rawBytes(step.raw), contentType: named }
  if (step.multipart !== undefined) return multipart(step.multipart, variables)
  if (step.body === undefined) return {}
  const text = JSON.stringify(fillValue(step.body, variables))
  return { payload: Buffer.from(text), contentType: { 'content-type': 'application/json' } }
}

function rawBytes(raw: Raw): Buffer {
  if (typeof raw === 'string') return Buffer.from(raw)
  if (raw.file !== undefined) return readFixture(raw.file)
  if (raw.base64 !== undefined) return Buffer.from(raw.base64, 'base64')
  return Buffer.from(raw.repeat === undefined ? (raw.text ?? '') : raw.repeat[0].repeat(raw.repeat[1]))
}

async function multipart(parts: readonly Part[], variables: Variables): Promise<Body> {
  const form = new FormData()
  for (const { name, value, filename, contentType, ...raw } of parts) {
    if (filename === undefined) form.append(name, fillText(value ?? '', variables))
    else
      form.append(
        name,
        new Blob([new Uint8Array(rawBytes(raw))], contentType === undefined ? {} : { type: contentType }),
        filename,
      )
  }
  const response = new Response(form)
  const payload = Buffer.from(await response.arrayBuffer())
  return { payload, contentType: { 'content-type': response.headers.get('content-type') ?? '' } }
}
