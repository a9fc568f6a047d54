import type { FastifyPluginAsync } from 'fastify'
import type { MockStats } from '../contracts/stats.ts'
import type { FaultState } from '../contracts/faults.ts'
import type { ContentSummary } from '../cms/content-summary.ts'
import { controlRoot } from '../sides.ts'
import { type Html, html } from './html.ts'
import {
  catalogueSection,
  contentSection,
  faultSection,
  requestSection,
  tiles,
  writeSection,
} from './sections.ts'
import { styles } from './styles.ts'

const shownGtins = 10

type Deps = {
  readonly stats: () => MockStats
  readonly faults: () => FaultState
  readonly content: () => ContentSummary
  readonly catalogue: () => Iterable<string>
  readonly languages: () => readonly string[]
}

/** The page `/__mock/`: requests, rules and content, without scripts. */
export function pageRoutes(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    app.get('/', (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(render(deps).html),
    )
  }
}

function render(deps: Deps): Html {
  const [stats, content] = [deps.stats(), deps.content()]
  const gtins = [...deps.catalogue()]
  const links = [
    ['/', 'Public site'],
    ['/api/rest/', 'Index of the CMS'],
    [`${controlRoot}/docs`, 'Routes of both'],
    [`${controlRoot}/openapi/cms.json`, 'OpenAPI: CMS'],
    [`${controlRoot}/openapi/partner.json`, 'OpenAPI: partner'],
    [`${controlRoot}/catalog.txt`, 'Catalogue'],
    [`${controlRoot}/stats`, 'Counts as JSON'],
    [`${controlRoot}/faults`, 'Faults as JSON'],
  ].map(([address = '', name = '']) => html`<a href="${address}">${name}</a>`)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Bundled server</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ html: styles }}
        </style>
      </head>
      <body>
        <header>
          <h1>Bundled server</h1>
          <p class="quiet">Both interfaces, as of this moment; <a href="${controlRoot}/">look again</a>.</p>
          <nav>${links}</nav>
        </header>
        <main>
          ${tiles(stats, content)}
          <div class="cards">
            ${faultSection(deps.faults(), stats)} ${requestSection(stats, 'partner')}
            ${requestSection(stats, 'cms')} ${writeSection(stats)} ${contentSection(content)}
            ${catalogueSection(gtins.slice(0, shownGtins), gtins.length, deps.languages())}
            ${requestSection(stats, 'site')}
          </div>
        </main>
      </body>
    </html> `
}
