import { blockOf } from './compose.ts'
import { fieldsIn } from '../merge/merge-fields.ts'
import { inWords, noNames, type FieldNames } from '../record/field-names.ts'
import { isMappedField, mappedText } from '../record/mapped.ts'
import type { PageTexts } from '../record/page.ts'
import { withoutDelimiters } from '../markup/block-tokens.ts'
import { withoutHiddenBlocks } from '../markup/hidden-blocks.ts'
import { readingOf } from '../markup/visible-content.ts'
import type { RecordKey } from '../record/record.ts'
import { isRightToLeft } from '../render/direction.ts'
import { markField, markLines, type Edits } from './mark-edits.ts'
import { escapeAttribute } from '../text/escape.ts'

/**
 * A rendered page that is not in the CMS. `image` is the featured image, and `edits` are an editor's changes. `block`
 * is the whole mirrored block if the page already exists. `names` are those of terms and files in mapped fields.
 */
export type RenderedPage = {
  key: RecordKey
  /** Only for a new page, if the map names slugs. */
  slug?: string
  texts: PageTexts
  block?: string
  image?: { url: string; alt: string }
  edits?: Edits
  names?: FieldNames
}

/** The page's content as it would be sent to the CMS. */
export function toMarkup({ key, texts, block }: RenderedPage): string {
  return `${block ?? blockOf(key, texts)}\n`
}

/** The page as text for a terminal. */
export function toText({ slug, texts, image, edits, names = noNames }: RenderedPage): string {
  const excerpt = texts.excerpt === '' ? [] : [`Excerpt: ${readingOf(texts.excerpt)}`]
  const head = [
    ...markField('title', readingOf(texts.title), edits),
    ...excerpt.flatMap((line) => markField('excerpt', line, edits)),
    ...(slug === undefined ? [] : [`Slug: ${slug}`]),
    ...imageLines({ texts, image, edits, names }),
    ...fieldsIn(texts)
      .filter(isMappedField)
      .flatMap((field) =>
        markField(field, `${field}: ${inWords(field, mappedText(texts[field]), names)}`, edits, names),
      ),
  ]
  const lines = markLines(texts.inner, edits).flatMap((line) => (line.startsWith('#') ? ['', line] : [line]))
  return `${[...head, '', ...lines].join('\n').replaceAll(/\n{3,}/g, '\n\n')}\n`
}

/** The featured image; one without a URL by its name. */
function imageLines({
  texts: { featuredMedia },
  image,
  edits,
  names,
}: {
  texts: PageTexts
  image: RenderedPage['image'] | undefined
  edits: Edits | undefined
  names: FieldNames
}): string[] {
  const shown = image
    ? `${image.url} (${image.alt})`
    : inWords('featuredMedia', String(featuredMedia), names) || 'none'
  const line = `Image: ${shown}`
  const lines = markField('featuredMedia', line, edits, names)
  return shown === 'none' && lines[0] === line ? [] : lines
}

const styles = `:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 25%,transparent)}
body{font:1rem/1.6 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1rem;overflow-wrap:break-word}
h1,h2,h3{line-height:1.25;text-wrap:balance}
h2{margin-top:2em}
img{max-width:100%;height:auto}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid var(--line);padding:.4em .6em .4em 0;text-align:start;vertical-align:top}
.has-fixed-layout{table-layout:fixed}
figure{margin:1em 0;overflow-x:auto}
.wp-block-columns{display:flex;flex-wrap:wrap;gap:1em 1.5em;margin:1em 0}
.wp-block-column{flex:1 1 16em;min-width:0}
.wp-block-column>:first-child,.wp-block-group>:first-child{margin-top:0}
.wp-block-column>:last-child,.wp-block-group>:last-child{margin-bottom:0}
[style*=border-width]{border-style:solid;border-color:var(--line)}`

/**
 * The page as a complete HTML document, similar to a plain theme, without hidden blocks. `head` is markup for its head.
 */
export function toDocument({ key, texts, image }: RenderedPage, head = ''): string {
  const { title, excerpt, inner, featuredMedia } = texts
  const direction = isRightToLeft(key.language) ? 'rtl' : 'ltr'
  const body = withoutDelimiters(withoutHiddenBlocks(inner))
  const isInBlock = new RegExp(`\\bwp-image-${featuredMedia}\\b`).test(body)
  const shown =
    image === undefined || isInBlock
      ? ''
      : `<p><img src="${escapeAttribute(image.url)}" alt="${escapeAttribute(image.alt)}"></p>\n`
  return `<!doctype html>
<html lang="${escapeAttribute(key.language)}" dir="${direction}">
<head>
<meta charset="utf-8">
${head}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${excerpt.replaceAll('"', '&quot;')}">
<style>
${styles}
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${shown}${body}
</main>
</body>
</html>
`
}
