/** Long enough for every number that a program writes, including the exponent; longer text is not a number. */
const mostChars = 2_000

/**
 * The canonical decimal string of a number in any of the partner's forms: `12.50`, `"12.50"` and `12.5` all give
 * "12.5". Null if not applicable ("", null, undefined); undefined if it is not a number.
 */
export function toDecimal(value: number | string | null | undefined): string | null | undefined {
  if (value === null || value === undefined) return null
  const text = String(value).trim()
  if (text === '') return null
  if (text.length > mostChars) return undefined
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return undefined
  return canonical(sign, whole, fraction, Number(exponent))
}

function canonical(sign: string, whole: string, fraction: string, exponent: number): string {
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 0)
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0'
  const right = withoutLastZeros(padded.slice(at))
  const text = right === '' ? left : `${left}.${right}`
  return sign === '-' && text !== '0' ? `-${text}` : text
}

function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
