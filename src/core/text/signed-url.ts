/**
 * Parameters that form a signature if all of `needs` occur; `removes`: the parameters that then belong to it. Names in
 * lower case.
 */
type Scheme = { needs: readonly RegExp[]; removes: RegExp }

const signature = /^(?:sig|signature|q-signature|x-(?:amz|goog|oss)-signature)$/
const token = /^(?:(?:access_|auth_)?token|auth|sign|hmac|md5)$/
const expiry = /^(?:exp|expires?|expiry|expiration)$/

/**
 * The signatures of S3, Google, Alibaba and Tencent storage, CloudFront, Azure (SAS), Akamai and Backblaze, and those
 * that web servers and CDNs check with a token and an expiry time. A token without an expiry time may choose the
 * content, so it stays.
 */
const schemes: readonly Scheme[] = [
  { needs: [/^x-amz-signature$/], removes: /^x-amz-/ },
  { needs: [/^x-goog-signature$/], removes: /^x-goog-/ },
  { needs: [/^x-oss-signature$/], removes: /^x-oss-/ },
  {
    needs: [/^q-signature$/],
    removes:
      /^(?:q-(?:ak|header-list|key-time|sign-algorithm|sign-time|url-param-list)|x-cos-security-token)$/,
  },
  {
    needs: [/^signature$/],
    removes: /^(?:(?:aws|oss)?accesskeyid|googleaccessid|key-pair-id|(?:x-\w+-)?security-token)$/,
  },
  { needs: [/^signature$/, /^key-pair-id$/], removes: /^(?:policy|hash-algorithm)$/ },
  {
    needs: [/^sig$/, /^s[ev]$/],
    removes: /^(?:s[eiprstv]|spr|sip|srt|sdd|ses|scid|s[aku]oid|sktid|sk[estv])$/,
  },
  { needs: [/^(?:hdn(?:ea|tl|ts)|__gda__|__token__)$/], removes: /^(?:hdn(?:ea|tl|ts)|__gda__|__token__)$/ },
  { needs: [/^authorization$/], removes: /^authorization$/ },
  { needs: [signature], removes: signature },
  { needs: [signature, token], removes: /token$/ },
  { needs: [signature, expiry], removes: expiry },
  { needs: [token, expiry], removes: token },
  { needs: [token, expiry], removes: expiry },
]

type Parameter = { raw: string; name: string; value: string }

/**
 * The URL of a file without its signature, which is the key of the file. All other parameters stay as they are, because
 * they may choose the content.
 */
export function fileKey(url: string): string {
  const { before, parameters, after } = split(url)
  const removed = signatureAmong(parameters)
  if (removed.size === 0) return url
  const rest = parameters.filter((one) => !removed.has(one)).map(({ raw }) => raw)
  return before + (rest.length === 0 ? '' : `?${rest.join('&')}`) + after
}

/** When the signature of a URL expires (ms), if the URL contains the time in a known form. */
export function expiryOf(url: string): number | undefined {
  const { parameters } = split(url)
  const values = new Map([...signatureAmong(parameters)].map(({ name, value }) => [name, value]))
  const times = [...values].map(([name, value]) => timeOf(name, value, values))
  return times.find((time) => !Number.isNaN(time))
}

/** The values of a URL's signature that no message may show. */
export function signatureValues(url: string): string[] {
  return [...signatureAmong(split(url).parameters)].map(({ value }) => value).filter((value) => value !== '')
}

function split(url: string): { before: string; parameters: Parameter[]; after: string } {
  const end = indexOr(url, '#', url.length)
  const start = indexOr(url.slice(0, end), '?', end)
  const query = url.slice(start + 1, end)
  const parameters = query.split('&').map((raw): Parameter => {
    const equals = indexOr(raw, '=', raw.length)
    return { raw, name: decode(raw.slice(0, equals)).toLowerCase(), value: decode(raw.slice(equals + 1)) }
  })
  return { before: url.slice(0, start), parameters, after: url.slice(end) }
}

function indexOr(text: string, mark: string, otherwise: number): number {
  const at = text.indexOf(mark)
  return at === -1 ? otherwise : at
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function signatureAmong(parameters: readonly Parameter[]): ReadonlySet<Parameter> {
  const occurs = (pattern: RegExp): boolean => parameters.some(({ name }) => pattern.test(name))
  const found = schemes.filter(({ needs }) => needs.every(occurs))
  return new Set(parameters.filter(({ name }) => found.some(({ removes }) => removes.test(name))))
}

/** The expiry time in a parameter of a signature; NaN if it contains none. */
function timeOf(name: string, value: string, all: ReadonlyMap<string, string>): number {
  const [, vendor] = /^x-(amz|goog|oss)-expires$/.exec(name) ?? []
  if (vendor !== undefined) return basicTime(all.get(`x-${vendor}-date`) ?? '') + Number(value) * 1000
  if (name === 'q-sign-time') return unixTime(value.split(';')[1] ?? '')
  if (name.startsWith('hdn')) return unixTime(/\bexp=(\d+)/.exec(value)?.[1] ?? '')
  if (name === 'se') return Date.parse(value)
  return expiry.test(name) ? unixTime(value) : NaN
}

/** `20261125T040000Z` */
function basicTime(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

/** Seconds or milliseconds since 1970. */
function unixTime(text: string): number {
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1000
  return /^\d{13}$/.test(text) ? Number(text) : NaN
}
