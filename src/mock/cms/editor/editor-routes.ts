import { type RestError, refuse } from '../rest/error.ts'
import type { RestRequest } from '../rest/request.ts'
import { type Endpoint, type Returns, type Route, ok } from '../rest/route.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import { editorAnswers } from './answers.ts'
import { editorAssets } from './assets.ts'
import { patterns } from './patterns.ts'
import { editorSettings } from './settings.ts'
import { themeSlug } from './theme.ts'

const content = 'cms/v2'
const namespace = 'cms-block-editor/v1'

/** Block patterns, template export, editor settings and assets. The routes are read-only and have no parameters. */
export function editorRoutes(store: Store): Route[] {
  return [
    {
      pattern: `/${content}/block-patterns/patterns`,
      namespace: content,
      endpoints: [
        reading(
          editorAnswers.patterns,
          allowed('edit_posts', 'rest_cannot_view', 'view the registered block patterns'),
          () => ok(patterns),
        ),
      ],
    },
    {
      pattern: `/${namespace}/export`,
      namespace,
      endpoints: [
        reading(
          editorAnswers.export,
          allowed(
            'edit_theme_options',
            'rest_cannot_export_templates',
            'export templates and template parts',
          ),
          async () => {
            // Loaded on demand: its zip library is needed only here.
            const { exportTheme } = await import('./export-theme.ts')
            return ok(null, {
              headers: { 'Content-Disposition': `attachment; filename=${themeSlug}.zip` },
              file: { type: 'application/zip', bytes: exportTheme(store.now()) },
            })
          },
        ),
      ],
    },
    {
      pattern: `/${namespace}/settings`,
      namespace,
      endpoints: [
        reading(
          editorAnswers.settings,
          allowed('edit_posts', 'rest_cannot_read_block_editor_settings', 'read the block editor settings'),
          ({ site }) => ok(editorSettings(site)),
        ),
      ],
    },
    {
      pattern: `/${namespace}/assets`,
      namespace,
      endpoints: [
        reading(
          editorAnswers.assets,
          allowed('edit_posts', 'rest_cannot_read_block_editor_assets', 'read the block editor assets'),
          ({ site }) => ok(editorAssets(site)),
        ),
      ],
    },
  ]
}

function reading(returns: Returns, may: Endpoint['may'], run: Endpoint['run']): Endpoint {
  return { methods: ['GET'], args: {}, may, returns, run }
}

function allowed(right: string, code: string, what: string): (request: RestRequest) => true | RestError {
  return ({ user }) => can(user, right) || refuse(user, code, `Sorry, you are not allowed to ${what}.`)
}
