import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readerVersion, validatorOfBytes } from '../../../src/core/reading/validator-of-bytes.ts'
import { isOwnValidator } from '../../../src/core/record/own-validator.ts'

const bytes = Buffer.from('{"gtin":"4006381333931"}')
const address = 'https://partner.example/api/'

describe('the digest of the bytes of a response', () => {
  test('contains the version of the reader, the address of the partner and every byte', () => {
    const whole = Buffer.concat([Buffer.from(`${readerVersion} ${address} `), bytes])
    const digest = createHash('sha256').update(whole).digest('base64url')
    expect(validatorOfBytes(bytes, address)).toBe(`bytes:${digest.slice(0, 22)}`)
    expect(isOwnValidator(validatorOfBytes(bytes, address))).toBe(true)
  })

  test('stays the same from version to version, until the reader changes', () => {
    expect(validatorOfBytes(bytes, address)).toBe('bytes:ywEp0FCAR65ZxxiXJFf4EH')
  })

  test('changes with the address and with any byte', () => {
    const all = [
      validatorOfBytes(bytes, address),
      validatorOfBytes(bytes, 'https://partner.example/'),
      validatorOfBytes(Buffer.concat([bytes, Buffer.from(' ')]), address),
      ...Array.from(bytes, (byte, at) => validatorOfBytes(bytes.with(at, byte ^ 1), address)),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})
