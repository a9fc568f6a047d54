import type { Config } from '../../../../config/daemon.ts'
import { commandText } from '../../../core/reasons/command.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import { namedMirror } from '../../terminal/named-mirror.ts'
import type { Found } from './check-secrets.ts'

/** Whether product pages contain data for search engines, which requires the right to write scripts. */
export async function checkJsonLd(
  { sync }: Mirror,
  { page }: Config,
  signal: AbortSignal,
): Promise<Found | undefined> {
  if (page.jsonLd === 'off') return undefined
  if (!sync.renderer.hasJsonLd) return 'the template places no data for search engines'
  switch (await sync.cms.mayWriteScripts(undefined, signal)) {
    case undefined:
      return 'the CMS has no page yet, which would show whether it keeps scripts of the user'
    case true:
      return 'product pages contain data for search engines'
    case false: {
      const rewrite = commandText({ argv: ['sync', '--rewrite'] }, namedMirror())
      return {
        warning: `the CMS removes scripts of the user (unfiltered_html), so pages are written without data for search engines. Give it the role administrator, on a multisite super admin, without DISALLOW_UNFILTERED_HTML, then run ${rewrite}; or set JSON_LD=off`,
      }
    }
  }
}
