import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { RuleOf } from '../contracts/fault-rule.ts'
import { resetConnection } from './connection.ts'
import type { Waits } from './waits.ts'

const warning =
  '<br />\n<b>Warning</b>:  Undefined array key "mirror" in <b>/srv/site/themes/reference/functions.php</b> on line <b>128</b><br />\n'
const slice = 65_536

type BodyRule = RuleOf<'php-warning' | 'gzip' | 'huge' | 'slow'>

/** The body of a response after the rule has been applied. Sets the headers that belong to it. */
export function spoilBody(
  reply: FastifyReply,
  body: Buffer,
  rule: BodyRule,
  waits: Waits,
): Buffer | Readable {
  switch (rule.kind) {
    case 'php-warning':
      return withWarning(body, rule.at)
    case 'gzip':
      void reply.header('content-encoding', 'gzip')
      return gzipSync(body)
    case 'huge':
      return Readable.from(padded(body, rule.bytes))
    case 'slow':
      void reply.header('content-length', body.length)
      return Readable.from(
        dripped(body, rule.bytesPerSecond, { waits, broken: () => resetConnection(reply) }),
      )
  }
}

function withWarning(body: Buffer, at: RuleOf<'php-warning'>['at']): Buffer {
  const text = Buffer.from(warning)
  return Buffer.concat([...(at === 'after' ? [] : [text]), body, ...(at === 'before' ? [] : [text])])
}

/** Trailing spaces keep JSON valid. */
function* padded(body: Buffer, bytes: number): Generator<Buffer> {
  yield body
  for (let left = bytes - body.length; left > 0; left -= slice) yield Buffer.alloc(Math.min(left, slice), ' ')
}

/** Breaks the connection if a reset drops the wait. */
async function* dripped(
  body: Buffer,
  bytesPerSecond: number,
  { waits, broken }: { waits: Waits; broken: () => void },
): AsyncGenerator<Buffer> {
  const step = Math.max(1, Math.round(bytesPerSecond / 20))
  for (let from = 0; from < body.length; from += step) {
    const part = body.subarray(from, from + step)
    try {
      await waits.wait((part.length / bytesPerSecond) * 1000)
    } catch {
      return broken()
    }
    yield part
  }
}
