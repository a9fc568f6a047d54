import { z } from 'zod'
import { UnusableError } from '../../lib/errors.ts'
import { quote } from '../../lib/text/quote.ts'
import type { Refusal } from './response.ts'

/** The ways to sign in, from the index of the REST API. */
export const LoginIndex = z.object({
  /** By name. The CMS sends an empty list if there is none. */
  authentication: z.record(z.string(), z.unknown()).or(z.array(z.unknown())).optional().catch(undefined),
})

/** A request that was refused because the CMS did not return our user. */
export type LoginFault = {
  doing: string
  summary: string
  /** The refusal of the request for our own user; only `lacks` if the CMS returned a user without an id. */
  login: Partial<Refusal>
  index: z.infer<typeof LoginIndex> | { refused: Refusal } | undefined
  usesToken: boolean
}

const wrongCodes = /^(?:incorrect_password|invalid_(?:username|email)|.*_(?:credentials|token)_?.*|jwt_.*)$/

/**
 * The error if the CMS does not recognize our user: the cause as far as the responses show it, with its
 * remedy.
 */
export function loginError(fault: LoginFault): UnusableError {
  const { title, remedy } = explain(fault)
  return new UnusableError('cms', `${title} while ${fault.doing} (${fault.summary}). ${remedy}`)
}

function explain({ login, index, usesToken }: LoginFault): { title: string; remedy: string } {
  const { code, challenge } = login
  if (code === undefined && challenge !== undefined && /^basic\b/i.test(challenge))
    return {
      title: `The web server in front of the CMS demands a login${realmOf(challenge)}`,
      remedy:
        'A request carries only one login. Allow addresses below /wp-json without the web server’s login; user and password in CMS_API_ROOT are not used',
    }
  const isClosed = index !== undefined && 'refused' in index && [401, 403].includes(index.refused.status)
  if (isClosed && index.refused.code === undefined && code === undefined)
    return {
      title: 'Something in front of the CMS rejects its REST API',
      remedy: 'Allow requests from this machine to addresses below /wp-json in the firewall or web server',
    }
  if (code !== undefined && wrongCodes.test(code)) return rejected
  if (code?.startsWith('application_passwords_disabled') === true) return disabled
  if (isClosed && index.refused.code !== undefined)
    return {
      title: 'A plug-in of the CMS closes the REST API',
      remedy:
        'Allow signed-in users in the security plug-in that these words are from; if it does, it judges before WordPress has read the password: allow this machine’s address or the namespace of CMS_NAMESPACE',
    }
  if (code !== 'rest_not_logged_in') return rejected
  if (usesToken)
    return {
      title: 'The CMS did not use the token',
      remedy:
        'Check that the plug-in that accepts CMS_TOKEN is active, and that the web server passes the Authorization header on to PHP',
    }
  return offersPasswords(index) ? notAccepted : offersPasswords(index) === false ? notOffered : either
}

const rejected = {
  title: 'The CMS rejected the credentials',
  remedy:
    'Check CMS_USER and CMS_PASSWORD (an application password) or CMS_TOKEN, and that the user may edit pages and upload files.',
}
/**
 * WordPress looks for an error of the credentials before it reads them, so wrong ones get the same response
 * as none.
 */
const notAccepted = {
  title: 'The CMS did not accept the credentials',
  remedy:
    'Check CMS_USER and CMS_PASSWORD: it must be an application password, not the one for wp-login.php. If they are right, the CMS does not receive the Authorization header. Allow the web server to pass it on to PHP: “CGIPassAuth On” or “SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1” for Apache, “fastcgi_param HTTP_AUTHORIZATION $http_authorization” for nginx',
}
const switchOn =
  'Allow them in the security plug-in, and for this user. If no plug-in switches them off, WordPress considers the site not to be on https: set WP_ENVIRONMENT_TYPE, or pass X-Forwarded-Proto on'
const disabled = { title: 'The CMS has application passwords switched off', remedy: switchOn }
/** Another plug-in may check the password, and treat a wrong one as none. */
const notOffered = {
  title: 'The CMS rejected the credentials, and has application passwords switched off,',
  remedy: `Check CMS_USER and CMS_PASSWORD if another plug-in reads them. Otherwise application passwords are needed. ${switchOn}`,
}
const either = {
  title: 'The CMS did not use the credentials',
  remedy:
    'Check that the web server passes the Authorization header on to PHP, and that no plug-in switches application passwords off',
}

/** Undefined if the index does not contain it. */
function offersPasswords(index: LoginFault['index']): boolean | undefined {
  if (index === undefined || 'refused' in index || index.authentication === undefined) return undefined
  return 'application-passwords' in index.authentication
}

function realmOf(challenge: string): string {
  const realm = /\brealm="([^"]+)"/i.exec(challenge)?.[1]
  return realm === undefined ? '' : ` (“${quote(realm)}”)`
}
