import { gtinAt } from '../seed/gtins.ts'
import { escapeHtml } from '../seed/phrases.ts'

const style = `:root{color-scheme:light dark}
body{font:1rem/1.6 system-ui,sans-serif;margin:0 auto;max-width:46rem;padding:1rem;overflow-wrap:anywhere}
h2{border-top:1px solid;margin-top:2rem;padding-top:1rem}
pre{border:1px solid;padding:.75rem;white-space:pre-wrap}
table{border-collapse:collapse}td,th{border-bottom:1px solid;padding:.3rem .75rem .3rem 0;text-align:left;vertical-align:top}`

/** The description of the interface as an HTML page, in German, with the caller's token. */
export function docsPage(options: { base: string; token: string; languages: readonly string[] }): string {
  const { languages } = options
  const base = escapeHtml(options.base)
  const token = escapeHtml(options.token)
  const product = `${base}/product/${gtinAt(0)}/`
  const code = languages.at(-1) ?? ''
  return `<!DOCTYPE html>
<html lang="de">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Produktdaten-Schnittstelle</title><style>${style}</style></head>
<body>
<h1>Produktdaten-Schnittstelle</h1>
<p>Über diese Schnittstelle lesen Sie unsere Produktdaten im Format JSON, etwa für Ihren Webshop. Jedes Produkt ist durch seine GTIN-13 eindeutig bestimmt. Ändern lässt sich hier nichts.</p>

<h2>Anmeldung</h2>
<p>Senden Sie mit jeder Anfrage die Kopfzeile <code>Authorization</code>. So lautet sie mit Ihrem persönlichen Token:</p>
<pre>Authorization: Token ${token}</pre>
<p>Behandeln Sie das Token wie ein Passwort.</p>
<p>Zum Ausprobieren:</p>
<pre>curl -H "Authorization: Token ${token}" "${product}?language=${code}"</pre>

<h2>Adressen</h2>
<table>
<tr><td><a href="${base}/">${base}/</a></td><td>Einstieg, auch im Browser</td></tr>
<tr><td><a href="${product}">${base}/product/&lt;GTIN&gt;/</a></td><td>ein Produkt</td></tr>
<tr><td><a href="${base}/language/">${base}/language/</a></td><td>die verfügbaren Sprachen</td></tr>
<tr><td><a href="${base}/docs/">${base}/docs/</a></td><td>diese Seite</td></tr>
</table>
<p>Jede Adresse endet mit einem Schrägstrich; fehlt er, werden Sie weitergeleitet. Im Browser erscheinen die Daten als Seite, sonst als JSON. Mit <code>?format=json</code> erhalten Sie in jedem Fall JSON.</p>

<h2>Sprache</h2>
<p>Mit dem Parameter <code>language</code> wählen Sie die Sprache, zum Beispiel <code>?language=${code}</code>. Fehlt er, antwortet der Dienst auf <code>${languages[0] ?? ''}</code>. Auch wenn es einen Datensatz in der gewünschten Sprache nicht gibt, kann stattdessen diese kommen: Maßgeblich ist das Feld <code>language</code> der Antwort.</p>
<p>Verfügbar sind ${languages.map((each) => `<code>${each}</code>`).join(', ')}.</p>

<h2>Felder</h2>
<ul>
<li><code>application</code>, <code>advantages</code>, <code>substrate</code> und <code>limiting_factors</code> enthalten HTML (Absätze und Listen), alle übrigen Texte sind reiner Text.</li>
<li>Preise sind in Euro angegeben. Zahlen können als Zahl oder als Text mit Dezimalpunkt geliefert werden; was auf ein Produkt nicht zutrifft, ist <code>null</code>, leer oder fehlt ganz.</li>
<li><code>availability</code> ist <code>available</code> (lieferbar), <code>limited</code> (begrenzt lieferbar), <code>not_available</code> (nicht lieferbar) oder <code>unknown</code> (unbekannt).</li>
<li>Gibt es ein Datenblatt nicht, ist sein Feld leer.</li>
<li><code>erp_id</code> ist nicht eindeutig: Mehrere Produkte können sich eine teilen.</li>
</ul>

<h2>Unveränderte Daten</h2>
<p>Die Antworten tragen die Kopfzeilen <code>ETag</code> und <code>Last-Modified</code>. Senden Sie deren Werte als <code>If-None-Match</code> oder <code>If-Modified-Since</code> zurück, so erhalten Sie bei unveränderten Daten nur den Status 304.</p>

<h2>Fehler</h2>
<p>Fehlermeldungen haben die Form <code>{"detail": "…"}</code>.</p>
<table>
<tr><th>Status</th><th>Bedeutung</th></tr>
<tr><td>401</td><td>Das Token fehlt oder ist ungültig.</td></tr>
<tr><td>404</td><td>Dieses Produkt gibt es nicht.</td></tr>
<tr><td>405</td><td>Die Schnittstelle erlaubt nur das Lesen.</td></tr>
<tr><td>406</td><td>Das in <code>Accept</code> verlangte Format gibt es nicht.</td></tr>
<tr><td>429</td><td>Zu viele Anfragen. Die Kopfzeile <code>Retry-After</code> nennt die Wartezeit in Sekunden.</td></tr>
</table>
</body>
</html>
`
}
