import { Writable } from 'node:stream'

/** A stream that stores what is written to it, as a terminal or not. */
export function screenOf(fields: { isTTY: boolean; columns?: number; colours?: boolean }) {
  const written: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      written.push(text)
      done()
    },
  })
  const { colours = false, ...rest } = fields
  const screen = Object.assign(stream, rest, { getColorDepth: () => (colours ? 8 : 1) })
  return { written, screen: screen as unknown as NodeJS.WriteStream }
}
