/** White space and punctuation between the common start of names and their ends. */
const trailing = /[\s,;:–—-]+$/
const leading = /^(?:[,;:–—-]\s+)+/
const unit = /^\p{L}{1,3}[²³]?$/u

/**
 * The words that all names start with, and the end of each name; a name without an end is its own. A number stays with
 * the unit after it: the ends of `Tape 60 mm` and `Tape 60 cm` are `60 mm` and `60 cm`.
 */
export function splitNames(
  own: string,
  others: readonly string[],
): { start: string; endOf: (name: string) => string } {
  const words = own.split(' ')
  const all = [own, ...others].map((name) => name.split(' '))
  const differing = words.findIndex((word, at) => all.some((one) => one[at] !== word))
  let count = differing === -1 ? words.length : differing
  const isNumber = (word: string | undefined): boolean => /\d/.test(String(word))
  while (count > 0 && isNumber(words[count - 1]) && all.some((one) => unit.test(one[count] ?? ''))) count -= 1
  return {
    start: words.slice(0, count).join(' ').replace(trailing, ''),
    endOf: (name) => name.split(' ').slice(count).join(' ').replace(leading, '') || name,
  }
}
