import { gtinAt } from '../seed/gtins.ts'
import { escapeHtml } from '../seed/phrases.ts'

/** The interface description for people, in German, with the caller's own token. */
export function docsPage(options: { base: string; token: string; languages: readonly string[] }): string {
  const { token, languages } = options
  const base = escapeHtml(options.base)
  const product = `${base}/product/${gtinAt(0)}/`
  const code = languages.at(-1) ?? ''
  return `<!DOCTYPE html>
<html lang="de">
<head><meta charset="utf-8"><title>Produktdaten-Schnittstelle</title></head>
<body>
<h1>Produktdaten-Schnittstelle</h1>
<p>Über diese Schnittstelle lesen Sie unsere Produktdaten im Format JSON. Ein Produkt wird durch seine GTIN-13 bezeichnet.</p>
<h2>Anmeldung</h2>
<p>Senden Sie mit jeder Anfrage die Kopfzeile <code>Authorization</code>. Ihr persönlicher Zugangsschlüssel:</p>
<pre>Authorization: Token ${escapeHtml(token)}</pre>
<h2>Adressen</h2>
<ul>
<li><a href="${base}/">${base}/</a> – Einstieg für den Browser</li>
<li><a href="${product}">${base}/product/&lt;gtin&gt;/</a> – ein Produkt</li>
<li><a href="${base}/language/">${base}/language/</a> – verfügbare Sprachen</li>
<li><a href="${base}/docs/">${base}/docs/</a> – diese Seite</li>
</ul>
<h2>Sprache</h2>
<p>Mit dem Parameter <code>language</code> wählen Sie die Sprache, zum Beispiel <code>${product}?language=${code}</code>.
Ohne ihn, und bei einer unbekannten Sprache, antwortet der Dienst in der Sprache <code>${languages[0] ?? ''}</code>;
das Feld <code>language</code> der Antwort nennt die tatsächliche Sprache.</p>
<p>Verfügbar: ${languages.map((each) => `<code>${each}</code>`).join(', ')}</p>
<h2>Fehler</h2>
<ul>
<li>401 – der Zugangsschlüssel fehlt oder ist ungültig</li>
<li>404 – ein solches Produkt gibt es nicht</li>
<li>405 – die Schnittstelle ist nur zum Lesen</li>
</ul>
</body>
</html>
`
}
