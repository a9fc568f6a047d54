import { Parser, type Handler } from 'htmlparser2'

/**
 * A parser that stops below `mostDepth` nested elements, because its time grows with the depth at each element.
 * `onTooDeep` receives the offset of the unread rest; no other handler is called after it.
 */
export function boundedParser(
  { onopentag, onclosetag, ...others }: Partial<Handler>,
  mostDepth: number,
  onTooDeep: (rest: number) => void,
): Parser {
  let depth = 0
  const parser = new Parser({
    ...others,
    onopentag(name, attributes, isImplied) {
      onopentag?.(name, attributes, isImplied)
      depth += 1
      if (depth <= mostDepth) return
      parser.pause()
      onTooDeep(parser.endIndex + 1)
    },
    onclosetag(name, isImplied) {
      depth -= 1
      onclosetag?.(name, isImplied)
    },
  })
  return parser
}
