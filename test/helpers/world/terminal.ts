import { PassThrough, Writable } from 'node:stream'

/** A terminal that enters `typed` at the first prompt; undefined closes it. The prompts are in `said`. */
export function terminalOf(typed: string | undefined) {
  const stdin = new PassThrough()
  const said = { text: '' }
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.text += chunk.toString()
      if (said.text.endsWith('[y/N] ')) stdin.end(typed === undefined ? undefined : `${typed}\n`)
      done()
    },
  })
  return { terminal: { stdin, stderr }, said }
}
