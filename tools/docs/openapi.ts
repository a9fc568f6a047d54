import { openApiDocument } from '../../src/ops/reference/document.ts'

/** Renders `docs/openapi.json`; the daemon serves the same document with its own URLs. */
export function openApiJson(): string {
  const [host, mirror] = [{ default: '127.0.0.1:8080' }, { default: 'default' }]
  const document = openApiDocument([
    { url: 'http://{host}', variables: { host } },
    { url: 'http://{host}/m/{mirror}', description: 'One of several mirrors.', variables: { host, mirror } },
  ])
  return `${JSON.stringify(document, null, 2)}\n`
}
