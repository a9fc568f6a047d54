import { Parser } from 'htmlparser2'
import type { Facts } from './describe-row.ts'

/** The values of the elements directly below `<oembed>`; undefined if there is no such element. */
export function fromXml(text: string): Facts | undefined {
  const facts: Record<string, string> = {}
  const open: string[] = []
  let found = false
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(name)
        if (open.length === 1) found = name === 'oembed'
      },
      ontext(part) {
        const [, name, deeper] = open
        if (found && name !== undefined && deeper === undefined) facts[name] = (facts[name] ?? '') + part
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  )
  parser.end(text)
  return found ? facts : undefined
}
