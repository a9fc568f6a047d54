/** Converts straight quotes to curly ones, or to primes after a number: 6'2", 'quoted', "quoted", '99. */
export function setQuotes(text: string): string {
  let set = text
  if (set.includes("'")) {
    for (const [pattern, replacement] of singleRules) set = set.replace(pattern, replacement)
    set = closeQuotes(set, single).replaceAll(apostrophe, '&#8217;').replaceAll(openSingle, '&#8216;')
  }
  if (set.includes('"')) {
    for (const [pattern, replacement] of doubleRules) set = set.replace(pattern, replacement)
    set = closeQuotes(set, double).replaceAll(openDouble, '&#8220;')
  }
  return set
}

// Noncharacters mark the punctuation that later rules must not change.
const apostrophe = '\ufdd0'
const openSingle = '\ufdd1'
const openDouble = '\ufdd2'
const candidate = '\ufdd3'

const space = '[\\r\\n\\t ]|\\u00a0|&nbsp;'
const ends = `$|[.,:;!?)}\\-\\]]|&gt;|${space}`

const singleRules = [
  // A year at the end of a quotation, a year, a quoted number, the start of a quotation, an apostrophe inside a word.
  [new RegExp(`'(\\d\\d)'(?=${ends})`, 'g'), `${apostrophe}$1&#8217;`],
  [new RegExp(`'(\\d\\d)"(?=${ends})`, 'g'), `${apostrophe}$1&#8221;`],
  [/'(?=\d\d(?:$|(?![%\d]|[.,]\d)))/g, apostrophe],
  [new RegExp(`(?<=^|${space})'(\\d[.,\\d]*)'`, 'g'), `${openSingle}$1&#8217;`],
  [new RegExp(`(?<=^|[([{"\\-]|&lt;|${space})'`, 'g'), openSingle],
  [new RegExp(`(?<!${space})'(?!$|[.,:;!?"'(){}[\\]\\-]|&[lg]t;|${space})`, 'g'), apostrophe],
] as const
const doubleRules = [
  [new RegExp(`(?<=^|${space})"(\\d[.,\\d]*)"`, 'g'), `${openDouble}$1&#8221;`],
  [new RegExp(`(?<=^|[([{\\-]|&lt;|${space})"(?!${space})`, 'g'), openDouble],
] as const

type Quote = {
  readonly mark: string
  readonly prime: string
  readonly open: string
  readonly close: string
  readonly atEnd: RegExp
  readonly afterDigit: RegExp
}
const quote = (mark: string, open: string, close: string, prime: string): Quote => ({
  mark,
  prime,
  open,
  close,
  atEnd: new RegExp(`${mark}(?=${ends})`, 'g'),
  afterDigit: new RegExp(`(?<=\\d)${mark}`, 'g'),
})
const single = quote("'", openSingle, '&#8217;', '&#8242;')
const double = quote('"', openDouble, '&#8221;', '&#8243;')

/** Determines for each quotation which marks close it and which are primes. */
function closeQuotes(text: string, kind: Quote): string {
  return text
    .split(kind.open)
    .map((part, index) => {
      if (!part.includes(kind.mark)) return part
      const isOpen = index > 0 && !part.includes(kind.close)
      const closed = isOpen ? closeOne(part, kind) : closeAll(part, kind)
      return kind.mark === '"' ? closed.replaceAll('"', kind.close) : closed
    })
    .join(kind.open)
}

function closeAll(part: string, { afterDigit, atEnd, prime, close }: Quote): string {
  return part.replace(afterDigit, prime).replace(atEnd, close)
}

/** One mark must close a quotation, even if it follows a digit. */
function closeOne(part: string, { afterDigit, atEnd, prime, close }: Quote): string {
  const marked = part.replace(atEnd, candidate)
  const count = marked.split(candidate).length - 1
  if (count === 0) return part.replace(afterDigit, prime)
  if (count === 1) return marked.replace(candidate, close).replace(afterDigit, prime)
  const clear = marked.replace(/(?<!\d)\ufdd3/g, close)
  return (clear === marked ? closeLast(marked, close) : clear)
    .replace(afterDigit, prime)
    .replace(/(?<=\d)\ufdd3/g, prime)
    .replaceAll(candidate, close)
}

function closeLast(marked: string, close: string): string {
  const beforeStop = marked.lastIndexOf(`${candidate}.`)
  const at = beforeStop === -1 ? marked.lastIndexOf(candidate) : beforeStop
  return marked.slice(0, at) + close + marked.slice(at + 1)
}
