import { UnusableError } from '../../lib/errors.ts'
import { quote } from '../../lib/text/quote.ts'
import type { ApiRoot } from './api-root.ts'

/** The request of a response; `url` is absolute. */
export type Asked = { method: string; url: string; root: ApiRoot }

/** A redirect that changes only the slash at the end of the path. */
export class SlashRedirectError extends UnusableError {}

/** The error for a redirected request. Redirects are not followed, because they turn a POST into a GET. */
export function redirected(
  { doing, status, to }: { doing: string; status: number; to: string },
  { url, root }: Asked,
): UnusableError {
  const target = URL.parse(to, url)
  const asked = new URL(url)
  const shown = `The CMS redirected the request while ${doing} (${status} to ${quote(to === '' ? 'nowhere' : to)})`
  const message = `${shown}: ${explain(target, asked, root)}.`
  return target !== null && isSlash(target, asked)
    ? new SlashRedirectError('cms', message)
    : new UnusableError('cms', message)
}

function isSlash(target: URL, asked: URL): boolean {
  return target.pathname !== asked.pathname && withoutSlash(target.pathname) === withoutSlash(asked.pathname)
}

function explain(target: URL | null, asked: URL, root: ApiRoot): string {
  if (target === null) return 'it names no usable target. Check the web server’s redirects and CMS_API_ROOT'
  const isSame = target.pathname === asked.pathname && target.search === asked.search
  if (/\/wp-login\.php|[/?&=]log-?in\b|\/sso\b/i.test(target.pathname + target.search))
    return 'that is a login page, so the site admits only signed-in visitors. Allow the REST API (/wp-json) in the plug-in or proxy that requires the login'
  if (isSame && target.origin !== asked.origin) {
    const change =
      target.host === asked.host
        ? `the site uses ${target.protocol.replace(':', '')}`
        : 'the site has another host'
    return `${change}. Set CMS_API_ROOT=${root.shown.replace(asked.origin, target.origin)}`
  }
  if (isSlash(target, asked))
    return 'only the slash at the end of the path differs. Allow addresses below /wp-json with and without it, without a redirect'
  return 'the REST API is elsewhere. Check CMS_API_ROOT (the REST root), and the redirects of the web server and of plug-ins'
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '')
}

/** The error for a POST whose response is that of a GET. */
export function turnedIntoGet(doing: string, status: number): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS returned a list for a POST while ${doing} (${status}): something in front of it turned the POST into a GET, as redirects from http to https or to another host do. Set CMS_API_ROOT to the final address of the REST API.`,
  )
}
