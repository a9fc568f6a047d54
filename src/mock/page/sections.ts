import type { MockStats } from '../contracts/stats.ts'
import type { FaultState } from '../contracts/faults.ts'
import type { ContentSummary } from '../cms/content-summary.ts'
import { type Html, html, table } from './html.ts'

type Side = keyof MockStats['requests']

const mostRoutes = 12
const sideNames: Readonly<Record<Side, string>> = {
  partner: 'Partner interface',
  cms: 'CMS interface',
  site: 'Public site',
}
const typeNames: Readonly<Record<string, string>> = {
  page: 'pages',
  post: 'posts',
  attachment: 'media',
  nav_menu_item: 'menu items',
  revision: 'revisions and autosaves',
}

export function tiles(stats: MockStats, content: ContentSummary): Html {
  const pages = content.counts.find(({ type }) => type === 'page')
  const facts: [string, number][] = [
    ['partner requests', stats.totals.partner],
    ['CMS requests', stats.totals.cms],
    ['site visits', stats.totals.site],
    ['CMS writes', stats.cmsWrites.total],
    ['faults that hit', sum(stats.faults)],
    ['pages', sum(pages?.byStatus ?? {})],
  ]
  return html`<dl class="tiles">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

/** The routes of one side by number of requests, and its responses. */
export function requestSection(stats: MockStats, side: Side): Html {
  const routes = ordered(stats.requests[side])
  const rest = routes.length - mostRoutes
  const statuses = Object.entries(stats.statuses[side]).map(([name, count]) => `${name} ${count}`)
  return html`<section>
    <h2>${sideNames[side]}</h2>
    ${table([{ title: 'route' }, { title: 'requests', number: true }], routes.slice(0, mostRoutes).map(code), 'No requests yet.')}
    ${rest > 0 ? html`<p class="quiet">and ${rest} more routes</p>` : ''}
    ${statuses.length > 0 ? html`<p class="quiet">Answers: ${statuses.join(', ')}. At once: ${stats.peakInFlight[side]} at most.</p>` : ''}
  </section>`
}

export function writeSection({ cmsWrites, batches }: MockStats): Html {
  const sizes = Object.entries(batches.sizes).map(([size, count]): [string, number] => [size, count])
  return html`<section>
    <h2>Writes to the CMS</h2>
    ${table([{ title: 'what' }, { title: 'writes', number: true }], ordered(cmsWrites.byKind).map(code), 'No writes yet.')}
    <h3>Batches: ${batches.calls} calls, ${batches.subRequests} requests in them</h3>
    ${table([{ title: 'requests in a batch' }, { title: 'batches', number: true }], sizes, 'No batches yet.')}
  </section>`
}

/** The rules in force with their matches and hits. */
export function faultSection({ rules, seed }: FaultState, stats: MockStats): Html {
  const rows = rules.map(({ rule, matched, hits }) => [
    html`<code>${JSON.stringify(rule)}</code>`,
    matched,
    hits,
  ])
  const columns = [
    { title: 'rule' },
    { title: 'matched', number: true },
    { title: 'hits', number: true },
  ] as const
  return html`<section><h2${rules.length > 0 ? { html: ' class="bad"' } : ''}>Faults in force: ${rules.length}</h2>
${table(columns, rows, 'None: everything works.')}
${rules.length > 0 ? html`<p class="quiet">Drawn by the seed ${String(seed)}.</p>` : ''}
<h3>Hits since the counts began</h3>
${table([{ title: 'kind' }, { title: 'hits', number: true }], ordered(stats.faults).map(code), 'None.')}
</section>`
}

export function contentSection({ counts, comments, lastPages }: ContentSummary): Html {
  const rows: (string | number)[][] = counts.map(({ type, byStatus }) => [
    typeNames[type] ?? type,
    Object.entries(byStatus)
      .map(([status, count]) => `${count.toLocaleString('en')} ${status}`)
      .join(', '),
    sum(byStatus),
  ])
  const pages = lastPages.map(({ id, title, status, modified, path }) => {
    const name = title === '' ? `#${id}` : title
    const shown = path === undefined ? html`<span>${name}</span>` : html`<a href="${path}">${name}</a>`
    return [shown, status, modified.replace('T', ' ')]
  })
  return html`<section>
    <h2>Content of the CMS</h2>
    ${table([{ title: 'type' }, { title: 'by status' }, { title: 'number', number: true }], [...rows, ['comments', '', comments]], '')}
    <h3>Pages that changed last</h3>
    ${table([{ title: 'page' }, { title: 'status' }, { title: 'changed' }], pages, 'No pages.')}
  </section>`
}

/** The first products with links to their records. */
export function catalogueSection(
  gtins: readonly string[],
  total: number,
  languages: readonly string[],
): Html {
  return html`<section>
    <h2>Catalogue: ${total} products in ${languages.length} languages</h2>
    <p class="quiet">${languages.join(', ')}</p>
    <ul>
      ${gtins.map((gtin) => html`<li><code>${gtin}</code></li>`)}
    </ul>
    <p><a href="/__mock/catalog.txt">${total > gtins.length ? 'All of them' : 'As a text'}</a></p>
  </section>`
}

function ordered(counts: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(counts).sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1))
}

function code([name, count]: readonly [string, number]): [Html, number] {
  return [html`<code>${name}</code>`, count]
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
