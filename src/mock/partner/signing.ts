import { createHmac, randomUUID } from 'node:crypto'
import { imageFields, pdfFields } from '../../contracts/partner.ts'

const fileFields = [...pdfFields, ...imageFields]

/** Why a link to a file is rejected, and the signature in the request, which S3 repeats in its error. */
export type Denial = { code: 'AccessDenied' | 'SignatureDoesNotMatch'; message: string; sent: string }

/** Signs links to files as S3 does (`X-Amz-…`), with a key of this signer. Links of another signer are rejected. */
export function createSigner(seconds: number, now: () => Date = () => new Date()) {
  const key = randomUUID()

  function signatureOf(path: string, date: string, lifetime: string, token: string): string {
    return createHmac('sha256', key).update([path, date, lifetime, token].join('\n')).digest('hex')
  }

  return {
    /** Adds a new signature to each link to one of the partner's files. */
    sign<T extends Record<string, unknown>>(record: T, origin: string): T {
      const links = fileFields.flatMap((field) => {
        const link = record[field]
        const url = typeof link === 'string' ? URL.parse(link) : null
        if (url?.origin !== origin || !url.pathname.startsWith('/media/')) return []
        const date = now()
          .toISOString()
          .replace(/[-:]|\.\d+/g, '')
        const token = randomUUID()
        url.searchParams.set('X-Amz-Algorithm', 'AWS4-HMAC-SHA256')
        url.searchParams.set('X-Amz-Date', date)
        url.searchParams.set('X-Amz-Expires', String(seconds))
        url.searchParams.set('X-Amz-Security-Token', token)
        const signature = signatureOf(url.pathname, date, String(seconds), token)
        url.searchParams.set('X-Amz-Signature', signature)
        return [[field, url.href]]
      })
      return { ...record, ...Object.fromEntries(links) }
    },

    /** Why a request for a file is rejected; undefined if its signature is valid. */
    refuse(path: string, query: URLSearchParams): Denial | undefined {
      const [date = '', lifetime = '', token = '', sent = ''] = [
        'Date',
        'Expires',
        'Security-Token',
        'Signature',
      ].map((name) => query.get(`X-Amz-${name}`) ?? undefined)
      if (sent === '') return { code: 'AccessDenied', message: 'Access Denied', sent }
      if (sent !== signatureOf(path, date, lifetime, token)) {
        const message =
          'The request signature we calculated does not match the signature you provided. Check your key and signing method.'
        return { code: 'SignatureDoesNotMatch', message, sent }
      }
      const signedAt = Date.parse(
        date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
      )
      if (now().getTime() < signedAt + Number(lifetime) * 1000) return undefined
      return { code: 'AccessDenied', message: 'Request has expired', sent }
    },
  }
}

export type Signer = ReturnType<typeof createSigner>
