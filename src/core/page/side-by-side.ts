import { readingOf } from '../markup/visible-content.ts'
import { recordId } from '../record/record.ts'
import { escapeAttribute, escapeText } from '../text/escape.ts'
import { diffLines } from '../text/line-diff.ts'
import { plural } from '../text/plural.ts'
import { diffTexts, nameOfText, type FieldDiff } from './page-diff.ts'
import { toDocument, type RenderedPage } from './standalone.ts'

const mostLines = 60

const policy =
  "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

const styles = `:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 25%,transparent);--old:#a3341f;--new:#1a7f37}
@media (prefers-color-scheme:dark){:root{--old:#ff9b85;--new:#5fd38a}}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;display:flex;flex-direction:column;min-height:100dvh;overflow-wrap:anywhere}
header{padding:.75rem 1rem;border-bottom:1px solid var(--line)}
h1{font-size:1.2rem;margin:0}
h2{font-size:1rem;margin:0;padding:.5rem 1rem}
header p,header ul{margin:.25rem 0}
summary{cursor:pointer;padding:.25rem 0}
.changes{max-height:35dvh;overflow-y:auto}
.changes h3{font-size:.9rem;margin:.5rem 0 0}
.changes p{white-space:pre-wrap}
del{color:var(--old);text-decoration:none}
ins{color:var(--new);text-decoration:none}
main{flex:1;display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:1px;background:var(--line)}
section{display:flex;flex-direction:column;background:Canvas;min-width:0}
iframe{flex:1;border:0;width:100%;min-height:75dvh}
fieldset{display:none}
@media (max-width:56rem){
main{grid-auto-flow:row;grid-template-rows:auto 1fr}
fieldset{display:flex;gap:1.5rem;border:0;margin:0;padding:.5rem 1rem;background:Canvas}
legend{position:absolute;clip-path:inset(50%)}
fieldset~section h2{display:none}
main:has(#show-before:checked) .after,main:has(#show-after:checked) .before{display:none}
}`

/**
 * The current page and the page after the next run as one HTML document, with their differences and some notes. It runs
 * nothing, and loads only images. Without a current page it shows the new one.
 */
export function toSideBySide(
  { before, after }: { before: RenderedPage | undefined; after: RenderedPage },
  notes: readonly string[],
): string {
  const name = escapeText(readingOf(after.texts.title))
  const diffs = before === undefined ? [] : diffTexts(before.texts, after.texts, after.names)
  const header = [
    `<h1 dir="auto">${name}</h1>`,
    `<p>${escapeText(recordId(after.key))}. A preview: nothing was written.</p>`,
    notes.length === 0 ? '' : `<ul>${notes.map((note) => `<li>${escapeText(note)}</li>`).join('')}</ul>`,
    diffs.length === 0 ? '' : changesOf(diffs),
  ]
  const sides =
    before === undefined
      ? [side('after', 'New page', after)]
      : [switcher, side('before', 'Before', before), side('after', 'After', after)]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: preview</title>
<style>
${styles}
</style>
</head>
<body>
<header>
${header.filter((part) => part !== '').join('\n')}
</header>
<main>
${sides.join('\n')}
</main>
</body>
</html>
`
}

const switcher = `<fieldset>
<legend>Version</legend>
<label><input type="radio" name="version" id="show-before"> Before</label>
<label><input type="radio" name="version" id="show-after" checked> After</label>
</fieldset>`

/** A page in a frame that runs no scripts, because editors may have written any HTML. */
function side(name: string, title: string, page: RenderedPage): string {
  const html = toDocument(page, '<base target="_blank">\n')
  const source = html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox'
  return `<section class="${name}" aria-label="${title}">
<h2>${title}</h2>
<iframe title="${escapeAttribute(title)}" sandbox="${sandbox}" srcdoc="${source}"></iframe>
</section>`
}

function changesOf(diffs: readonly FieldDiff[]): string {
  const count = `${diffs.length} changed ${plural(diffs.length, 'field')}`
  const fields = diffs.map(
    ({ field, before, after }) =>
      `<h3>${escapeText(nameOfText(field))}</h3>\n${linesOf(before, after).join('\n')}`,
  )
  return `<details>
<summary>${count}</summary>
<div class="changes" tabindex="0" role="group" aria-label="Changes">
${fields.join('\n')}
</div>
</details>`
}

function linesOf(before: string, after: string): string[] {
  const lines = diffLines(before, after).filter(({ mark }) => mark !== ' ')
  const shown = lines.slice(0, mostLines).map(({ mark, text }) => {
    const tag = mark === '-' ? 'del' : 'ins'
    return `<p dir="auto"><${tag}>${mark === '-' ? '−' : '+'} ${escapeText(text)}</${tag}></p>`
  })
  const more = lines.length - shown.length
  return more > 0 ? [...shown, `<p>… ${more} more changed ${plural(more, 'line')}</p>`] : shown
}
