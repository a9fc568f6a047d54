/** The codes of OpenSSL for a certificate whose CA this process does not know. */
const unknownAuthority: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** The message of an error; one about a certificate of an unknown CA also says how to make that CA known. */
export function messageWithHint(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  return unknownAuthority.has(code)
    ? `${error.message} (${String(code)}): to trust a CA of your own, start with NODE_EXTRA_CA_CERTS=<file with its certificate in PEM>`
    : error.message
}
