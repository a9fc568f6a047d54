import { brotliDecompressSync, constants, zstdCompressSync } from 'node:zlib'
import { because } from '../../helpers/content/reason-of.ts'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DamagedError, NewerFormatError } from '../../../src/lib/stored-errors.ts'
import { forgetSecrets, rememberSecrets } from '../../../src/lib/text/secrets.ts'
import { outcomeShape } from '../../../src/store/formats/shapes/plan.ts'
import { encodeRun } from '../../../src/store/formats/shapes/run.ts'
import { headShape } from '../../../src/store/formats/shapes/snapshot.ts'
import { decodeAll, decodeInteger, defineShape } from '../../../src/store/formats/define-shape.ts'
import { intentShape, replacedShape } from '../../../src/store/formats/shapes/writes.ts'
import { sendFailuresShape, missingAssetsShape } from '../../../src/store/formats/shapes/waiting.ts'
import { anyStored } from './any-stored.ts'

const place = { key: 'pm:shop:things', field: '4006381333931/de-de' }

const first = defineShape<{ name: string }>('thing', z.strictObject({ name: z.string() }))
const second = defineShape<{ names: string[] }>('thing', z.strictObject({ names: z.array(z.string()) }), {
  version: 2,
  upgrade: (value) => ({ names: [z.object({ name: z.string() }).parse(value).name] }),
})

describe.each(Object.entries(anyStored))('a stored %s', (_, check) => {
  test('is read as it was written, whatever it holds', () => check(place))
})

describe('a stored value', () => {
  test('of version 1 carries no version marker', () => {
    expect(first.encode({ name: 'a' })).toBe('{"name":"a"}')
    expect(second.encode({ names: ['a'] })).toBe('{"v":2,"names":["a"]}')
  })

  test('of an older version is upgraded when it is read', () => {
    const value = second.decode('{"name":"a"}', place)
    expect(value).toEqual({ names: ['a'] })
    expect(second.textOf(value)).toBe('{"name":"a"}')
    expect(second.decode('{"v":1,"name":"a"}', place)).toEqual({ names: ['a'] })
    expect(second.textOf({ names: ['a'] })).toBe('{"v":2,"names":["a"]}')
  })

  test('of a newer version is refused with its place, both versions and the remedy', () => {
    const read = () => first.decode(second.encode({ names: ['a'] }), place)
    expect(read).toThrow(NewerFormatError)
    expect(read).toThrow(
      'The stored thing at pm:shop:things 4006381333931/de-de has format 2; this version reads up to 1. A newer product-mirror wrote it: upgrade this process, or restore the backup from before the upgrade.',
    )
  })

  test.each([
    ['{"name":"a', /JSON|Unterminated/],
    ['{"name":7}', /name: Invalid input: expected string, received number/],
    ['{"name":"a","size":1}', /Unrecognized key: "size"/],
    ['{}', /name: /],
    ['null', /expected object, received null/],
    ['"a"', /expected object, received string/],
    ['{"v":"x","name":"a"}', /invalid format version NaN/],
    ['{"v":0,"name":"a"}', /invalid format version 0/],
  ])('that reads %s is refused as damaged, with its place and the error', (text, reason) => {
    const read = () => first.decode(text, place)
    expect(read).toThrow(DamagedError)
    expect(read).toThrow(/The stored thing at pm:shop:things 4006381333931\/de-de cannot be read: /)
    expect(read).toThrow(reason)
    expect(read).toThrow(/Nothing was changed\. Restore a backup, or run the command rebuild\.$/)
  })

  test('that is a truncated compressed text is refused as damaged', () => {
    const packed = first.pack({ name: 'a'.repeat(2000) })
    expect(first.unpack(packed, place)).toEqual({ name: 'a'.repeat(2000) })
    expect(() => first.unpack(packed.subarray(0, packed.length - 2), place)).toThrow(DamagedError)
    expect(() => first.unpack(Buffer.from('no brotli'), place)).toThrow(DamagedError)
  })

  test('is read if a later version compressed it with Zstandard, and refused if that is damaged', () => {
    const text = first.encode({ name: 'ä'.repeat(2000) })
    const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
    for (const packed of [zstdCompressSync(text), zstdCompressSync(text, checked)]) {
      expect(first.unpack(packed, place)).toEqual({ name: 'ä'.repeat(2000) })
      expect(() => first.unpack(packed.subarray(0, packed.length - 2), place)).toThrow(DamagedError)
    }
    const damaged = zstdCompressSync(text, checked)
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1)
    expect(() => first.unpack(damaged, place)).toThrow(/not a compressed text/)
  })

  test('is still compressed with Brotli, which is never taken for Zstandard', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (name) => {
        const packed = first.pack({ name })
        expect(brotliDecompressSync(packed).toString()).toBe(first.encode({ name }))
        expect(first.unpack(packed, place)).toEqual({ name })
      }),
    )
  })

  test('keeps the order of its fields, so that its text can be compared', () => {
    const text = '{"v":5,"state":"mirrored","pageId":1,"template":"t","digest":"d"}'
    expect(headShape.encode(headShape.decode(text, place))).toBe(text)
  })

  test('from before there were notices is read as it was stored', () => {
    const fields = { digest: 'd', template: 't', pageId: 1, state: 'retired', retiredTo: 'draft' } as const
    expect(headShape.decode(JSON.stringify({ v: 2, ...fields }), place)).toEqual(fields)
    const replaced = { did: 'restored', retiredTo: 'trash' } as const
    expect(replacedShape.decode(JSON.stringify({ v: 3, ...replaced }), place)).toEqual(replaced)
  })

  test('from before names were stored for listings is read as it was stored', () => {
    const head = { digest: 'd', template: 't', pageId: 1, slug: 's', state: 'mirrored' } as const
    expect(headShape.decode(JSON.stringify({ v: 4, ...head }), place)).toEqual(head)
  })

  test('from before slugs were stored is read as it was stored', () => {
    const head = { digest: 'd', template: 't', pageId: 1, state: 'mirrored' } as const
    expect(headShape.decode(JSON.stringify({ v: 3, ...head }), place)).toEqual(head)
    const intent = { runId: 'r', sentAt: 1, since: 2 }
    expect(intentShape.decode(JSON.stringify({ v: 4, ...intent }), place)).toEqual(intent)
  })
})

test('one error names all damaged values', () => {
  const texts = ['{"name":"a"}', '1', null, '2']
  const read = () => decodeAll(texts, (text, at) => first.decode(text, { key: 'k', record: `r${at}` }))
  expect(read).toThrow(/2 values are damaged in total\./)
  try {
    read()
  } catch (error) {
    expect(error instanceof DamagedError && [...error.reasons().keys()]).toEqual(['r1', 'r3'])
  }
})

test.each(['', 'x', '1.5', 'NaN', '9007199254740993'])('"%s" is refused as a stored number', (text) => {
  expect(() => decodeInteger(text, place)).toThrow(DamagedError)
})

test('every number that was stored is read again', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(decodeInteger(String(value), place)).toBe(value)
    }),
  )
})

test('a list of missing assets of the first version keeps the product’s name, which was an alternative text', () => {
  const image = { url: 'https://partner.example/a.jpg', kind: 'image', of: '4006381333931/de-de' }
  const pdf = { url: 'https://partner.example/a.pdf', kind: 'pdf' }
  const stored = JSON.stringify({ assets: [{ ...image, alt: 'Dachband' }, pdf] })
  expect(missingAssetsShape.decode(stored, place)).toEqual({ assets: [{ ...image, name: 'Dachband' }, pdf] })
  expect(() => missingAssetsShape.decode('{"assets":5}', place)).toThrow(DamagedError)
})

describe('a stored report', () => {
  afterEach(forgetSecrets)

  test('has no secret in its text, and keeps its fixed values', () => {
    rememberSecrets(['topsecret', 'failed', 'partner'])
    const key = { gtin: '4006381333931', language: 'de-de' }
    const reason = 'the partner said topsecret'
    const told = '[hidden] said [hidden]'
    const outcome = {
      ...key,
      result: 'failed',
      reasons: because(reason),
      link: 'https://x.example/?topsecret',
    } as const
    expect(outcomeShape.decode(outcomeShape.encode(outcome), place)).toEqual({
      ...outcome,
      reasons: because(`the ${told}`),
      link: 'https://x.example/?[hidden]',
    })
    const failures = { lost: 1, alone: 0, away: 0, since: 1, said: reason }
    expect(sendFailuresShape.decode(sendFailuresShape.encode(failures), place).said).toBe(`the ${told}`)
    const run = encodeRun({
      state: 'failed',
      failure: { cause: 'partner', message: reason },
      notes: [{ code: 'catalog', detail: reason }],
      refusal: { code: 'check-failed', detail: reason },
    })
    expect(run).toEqual({
      v: '12',
      state: '"failed"',
      failure: `{"cause":"partner","message":"the ${told}"}`,
      notes: `[{"code":"catalog","detail":"the ${told}"}]`,
      refusal: `{"code":"check-failed","detail":"the ${told}"}`,
    })
  })
})
