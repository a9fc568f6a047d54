/** An HTML page with both documents and their operations. */
export function docsPage(
  documents: readonly { title: string; href: string; operations: readonly string[] }[],
): string {
  const parts = documents.map(
    ({ title, href, operations }) => `<section>
<h2>${title}</h2>
<p><a href="${href}">${href}</a> – OpenAPI 3.1, ${operations.length} operations</p>
<details><summary>Operations</summary>
<ul>
${operations.map((operation) => `<li><code>${operation}</code></li>`).join('\n')}
</ul>
</details>
</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bundled server: interfaces</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
section { border-top: 1px solid; padding-bottom: 1rem; }
ul { padding-inline-start: 1.2rem; }
</style>
</head>
<body>
<h1>Interfaces of the bundled server</h1>
<p>Both documents are made from the declarations by which the server routes and checks its requests. They can be opened in any OpenAPI viewer or given to a client generator.</p>
${parts.join('\n')}
</body>
</html>
`
}
