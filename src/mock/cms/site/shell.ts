import { siteName } from '../store/seed.ts'
import { escapeHtml } from '../text/render.ts'
import { english, type Language } from './language.ts'
import { styles } from './styles.ts'

type Document = {
  readonly title: string
  readonly main: string
  readonly menus: string
  readonly language?: Language
}

/** A document of the site. Its menus and labels are English, in the direction of the page. */
export function shell({ title, main, menus, language = english }: Document): string {
  const own = language.code === 'en' ? '' : ' lang="en"'
  return `<!doctype html>
<html lang="${language.code}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#content"${own}>Skip to content</a>
<header class="site"${own}>
<a class="brand" href="/">${siteName}</a>
${menus}
</header>
<main id="content" tabindex="-1">
${main}
</main>
<footer class="site"${own}>
<p><a href="/">${siteName}</a> · bundled with product-mirror · <a href="/__mock/">server</a></p>
</footer>
</body>
</html>
`
}
