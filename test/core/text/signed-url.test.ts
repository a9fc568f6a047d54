import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { expiryOf, fileKey, signatureValues } from '../../../src/core/text/signed-url.ts'

const file = 'https://files.example/a/b.jpg'

/** Parameters that are a signature together, each with values. */
const signatures: readonly (readonly string[])[] = [
  [
    'X-Amz-Algorithm',
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-SignedHeaders',
    'X-Amz-Signature',
    'X-Amz-Security-Token',
  ],
  ['X-Goog-Algorithm', 'X-Goog-Credential', 'X-Goog-Date', 'X-Goog-Expires', 'X-Goog-Signature'],
  ['x-oss-signature-version', 'x-oss-credential', 'x-oss-date', 'x-oss-expires', 'x-oss-signature'],
  [
    'q-sign-algorithm',
    'q-ak',
    'q-sign-time',
    'q-key-time',
    'q-header-list',
    'q-url-param-list',
    'q-signature',
  ],
  ['AWSAccessKeyId', 'Expires', 'Signature', 'x-amz-security-token'],
  ['GoogleAccessId', 'Expires', 'Signature'],
  ['OSSAccessKeyId', 'Expires', 'Signature', 'security-token'],
  ['Expires', 'Signature', 'Key-Pair-Id'],
  ['Policy', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'],
  ['sv', 'se', 'st', 'sr', 'sp', 'spr', 'sip', 'sig'],
  ['sv', 'skoid', 'sktid', 'skt', 'ske', 'sks', 'skv', 'se', 'sr', 'sp', 'sig'],
  ['hdnts'],
  ['__token__'],
  ['Authorization'],
  ['sig'],
  ['signature'],
  ['X-Amz-Signature'],
  ['token', 'expires'],
  ['token', 'signature'],
  ['sig', 'expiry'],
  ['md5', 'expires'],
  ['access_token', 'exp'],
]

const value = fc.string({
  unit: fc.constantFrom('a', 'Z', '0', '9', '-', '_', '.', '~', '%', '2', 'F', '+', ':'),
  maxLength: 12,
})
const content = fc.array(
  fc.tuple(fc.constantFrom('id', 'v', 'width', 'versionId', 'page', 'size', 'x-id', 'hash', 's'), value),
  { maxLength: 4 },
)

const join = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, text]) => `${name}=${text}`).join('&')
const withQuery = (query: string): string => (query === '' ? file : `${file}?${query}`)

it.for(signatures)('the values and the order of a signature do not matter: %s …', (names) => {
  fc.assert(
    fc.property(
      content,
      fc.shuffledSubarray([...names], { minLength: names.length }),
      fc.array(value, { minLength: names.length, maxLength: names.length }),
      fc.infiniteStream(fc.boolean()),
      (kept, order, values, coin) => {
        const left = [...kept]
        const right = order.map((name, index) => [name, values[index] ?? ''] as const)
        const mixed: (readonly [string, string])[] = []
        while (left.length + right.length > 0) {
          const from = right.length === 0 || (left.length > 0 && coin.next().value === true) ? left : right
          const next = from.shift()
          if (next !== undefined) mixed.push(next)
        }
        expect(fileKey(withQuery(join(mixed)))).toBe(withQuery(join(kept)))
      },
    ),
  )
})

test('every other parameter matters, with its place and its value, with and without a signature', () => {
  fc.assert(
    fc.property(content, content, fc.constantFrom(...signatures), (one, other, names) => {
      const sign = (pairs: typeof one) =>
        withQuery(join([...pairs, ...names.map((name) => [name, 'x'] as const)]))
      const isSame = join(one) === join(other)
      expect(fileKey(sign(one)) === fileKey(sign(other))).toBe(isSame)
      expect(fileKey(withQuery(join(one)))).toBe(withQuery(join(one)))
    }),
  )
})

it.for([
  '?token=a&id=1',
  '?token=a',
  '?expires=1764043200&id=1',
  '?exp=2',
  '?Key-Pair-Id=K&Policy=p',
  '?X-Amz-Date=20261125T040000Z&X-Amz-Expires=300',
  '?se=2026-11-25&sp=r&sv=2024',
  '?hash=abc&expires=1764043200',
  '?md5=abc',
  '?s=0a1b&expires=1764043200',
  '?v=3&width=800',
  '?%E0%A4%A=1',
  '?',
  '?a&b=&&c==d',
  '#sig=1',
])('a URL without a whole signature is its own key: %s', (rest) => {
  expect(fileKey(file + rest)).toBe(file + rest)
})

it.for([
  ['?id=1&sig=abc#page=2', '?id=1#page=2'],
  ['?sig=abc#page=2', '#page=2'],
  ['?X%2DAmz%2DSignature=abc&id=1', '?id=1'],
  ['?SIG=abc&SIG=def&ID=1', '?ID=1'],
  ['?policy=privacy&signature=abc', '?policy=privacy'],
  ['?sp=2&sig=abc', '?sp=2'],
  ['?sign=a&sig=abc', '?sign=a'],
  ['?%E0%A4%A=1&sig=%E0%A4%A', '?%E0%A4%A=1'],
])('%s belongs to the file %s', ([signed, key]) => {
  expect(fileKey(file + signed)).toBe(file + key)
})

test('the key of a key is the key, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        content.map((pairs) => withQuery(join(pairs))),
      ),
      (text) => {
        expect(fileKey(fileKey(text))).toBe(fileKey(text))
      },
    ),
  )
})

const seconds = 1_764_043_200
it.for([
  ['X-Amz-Date=20251125T040000Z&X-Amz-Expires=300&X-Amz-Signature=a', seconds * 1000 + 300_000],
  ['X-Goog-Expires=60&X-Goog-Date=20251125T040000Z&X-Goog-Signature=a', seconds * 1000 + 60_000],
  [`Expires=${seconds}&Signature=a&Key-Pair-Id=b`, seconds * 1000],
  [`expires=${seconds}000&token=a`, seconds * 1000],
  ['se=2025-11-25T04%3A00%3A00Z&sv=2024&sig=a', seconds * 1000],
  [`hdnts=st=1~exp=${seconds}~acl=/*~hmac=ab`, seconds * 1000],
  [`q-sign-time=1764000000;${seconds}&q-signature=a`, seconds * 1000],
  ['hdnts=hmac=ab', undefined],
  ['q-sign-time=soon&q-signature=a', undefined],
  ['Expires=3600&Signature=a', undefined],
  ['se=soon&sv=2024&sig=a', undefined],
  ['X-Amz-Expires=300&X-Amz-Signature=a', undefined],
  [`Expires=${seconds}&id=1`, undefined],
  ['id=1', undefined],
] as const)('the signature of ?%s expires at %s', ([query, time]) => {
  expect(expiryOf(`${file}?${query}`)).toBe(time)
})

test('the values of a signature are named as they are when decoded, and only those', () => {
  expect(signatureValues(`${file}?id=7&sig=a%2Bb&se=&sv=2024`)).toEqual(['a+b', '2024'])
  expect(signatureValues(`${file}?id=7&token=secret`)).toEqual([])
  expect(signatureValues(file)).toEqual([])
})
