/** The codes of OpenSSL for a certificate of an unknown CA. */
const unknownAuthority: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** The codes of OpenSSL for a response without TLS. */
const withoutTls: ReadonlySet<unknown> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
])

/**
 * The message of an error, with a remedy for a certificate of an unknown CA, and in plain words for a server
 * without TLS.
 */
export function messageWithHint(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  if (withoutTls.has(code))
    return `the server does not use TLS at this port (${String(code)}): change https:// to http://, or correct the port`
  return unknownAuthority.has(code)
    ? `${error.message} (${String(code)}): to trust your own CA, start with NODE_EXTRA_CA_CERTS=<file with its certificate in PEM>`
    : error.message
}
