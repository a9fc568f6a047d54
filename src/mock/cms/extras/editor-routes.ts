import { type RestError, refuse } from '../rest/error.ts'
import type { RestRequest } from '../rest/request.ts'
import { type Route, ok } from '../rest/route.ts'
import { can } from '../users/users.ts'

const content = 'cms/v2'
const namespace = 'cms-block-editor/v1'

/** An archive without entries: the theme here has no templates of its own. */
const emptyZip = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)])

function editorsOnly(code: string, what: string): (request: RestRequest) => true | RestError {
  return ({ user }) => can(user, 'edit_posts') || refuse(user, code, `Sorry, you are not allowed to ${what}.`)
}

/** Block patterns (there are none), template export, editor settings. */
export const editorRoutes: readonly Route[] = [
  {
    pattern: `/${content}/block-patterns/patterns`,
    namespace: content,
    endpoints: [
      {
        methods: ['GET'],
        args: {},
        may: editorsOnly('rest_cannot_view', 'view the registered block patterns'),
        run: () => ok([]),
      },
    ],
  },
  {
    pattern: `/${namespace}/export`,
    namespace,
    endpoints: [
      {
        methods: ['GET'],
        args: {},
        may: ({ user }) =>
          can(user, 'edit_theme_options') ||
          refuse(
            user,
            'rest_cannot_export_templates',
            'Sorry, you are not allowed to export templates and template parts.',
          ),
        run: () =>
          ok(null, {
            headers: { 'Content-Disposition': 'attachment; filename=theme.zip' },
            file: { type: 'application/zip', bytes: emptyZip },
          }),
      },
    ],
  },
  {
    pattern: `/${namespace}/settings`,
    namespace,
    endpoints: [
      {
        methods: ['GET'],
        args: {},
        may: editorsOnly('rest_cannot_read_settings', 'read the block editor settings'),
        run: () =>
          ok({ alignWide: true, allowedBlockTypes: true, imageEditing: true, maxUploadFileSize: 33_554_432 }),
      },
    ],
  },
  {
    pattern: `/${namespace}/assets`,
    namespace,
    endpoints: [
      {
        methods: ['GET'],
        args: {},
        may: editorsOnly('rest_cannot_read_block_editor_assets', 'read the block editor assets'),
        run: () => ok({ styles: '', scripts: '', allowed_block_types: [] }),
      },
    ],
  },
]
