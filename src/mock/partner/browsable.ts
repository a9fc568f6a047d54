import { STATUS_CODES } from 'node:http'
import { escapeHtml } from '../seed/phrases.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#222}
pre{background:#f6f6f4;border:1px solid #ddd;padding:1rem;white-space:pre-wrap;overflow-wrap:anywhere}
header{border-bottom:3px solid #b4532a}a{color:#9a3f16}`

/** A record as an HTML page, as in Django's browsable API: the status and the indented JSON with links. */
export function browsablePage(answer: {
  name: string
  path: string
  status: number
  content: unknown
}): string {
  const { name, path, status, content } = answer
  const json = linked(escapeHtml(JSON.stringify(content, null, 4)))
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(name)} – Product Data Service</title><style>${style}</style></head>
<body>
<header><h1>${escapeHtml(name)}</h1></header>
<p><strong>GET</strong> ${escapeHtml(path)}</p>
<pre><strong>HTTP ${status} ${STATUS_CODES[status] ?? ''}</strong>
Allow: GET, HEAD, OPTIONS
Content-Type: application/json
Vary: Accept

${json}</pre>
</body>
</html>
`
}

function linked(escaped: string): string {
  return escaped.replace(/"(https?:\/\/[^"\s\\]+)"/g, '"<a href="$1">$1</a>"')
}
