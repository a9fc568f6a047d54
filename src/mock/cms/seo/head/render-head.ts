import { escapeHtml } from '../../text/render.ts'
import type { Head } from './head.ts'

const robotsMore = {
  'max-snippet': 'max-snippet:-1',
  'max-image-preview': 'max-image-preview:large',
  'max-video-preview': 'max-video-preview:-1',
}

/** A head as markup, to be placed between `<head>` and `</head>`. */
export function renderHead(head: Head): string {
  const { title, description, robots, canonical, og, images, schema } = head
  const limits = robots.index === 'index' ? Object.values(robotsMore) : []
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    description === undefined ? '' : named('description', description),
    named('robots', [robots.index, robots.follow, ...limits].join(', ')),
    canonical === undefined ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
    ...Object.entries(og).map(([name, content]) => property(`og:${name}`, content)),
    ...images.flatMap(({ url, width, height, type }) => [
      property('og:image', url),
      property('og:image:width', String(width)),
      property('og:image:height', String(height)),
      property('og:image:type', type),
    ]),
    named('twitter:card', 'summary_large_image'),
    // A `<` in the data must not end the script.
    `<script type="application/ld+json">${JSON.stringify(schema).replaceAll('<', '\\u003c')}</script>`,
  ]
  return lines.filter((line) => line !== '').join('\n')
}

/** The same head as data. */
export function headToJson(head: Head): Record<string, unknown> {
  const { title, description, robots, canonical, og, images, schema } = head
  return {
    title,
    ...(description === undefined ? {} : { description }),
    robots: robots.index === 'index' ? { ...robots, ...robotsMore } : robots,
    ...(canonical === undefined ? {} : { canonical }),
    ...Object.fromEntries(Object.entries(og).map(([name, content]) => [`og_${name}`, content])),
    ...(images.length === 0 ? {} : { og_image: images }),
    twitter_card: 'summary_large_image',
    schema,
  }
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}" />`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}" />`
}
