import { z } from 'zod'
import { headerOf, type Response } from '../lib/http/send.ts'
import { isObject } from '../lib/http/json.ts'
import { quote } from '../lib/text/quote.ts'
import type { Refusal } from './response.ts'

/** What the index of the CMS says about logins; undefined if it cannot be read either. */
export type LoginIndex = { hasPasswords: boolean } | undefined

const Index = z.object({ authentication: z.unknown() })

/** The CMS's own codes of a password or a user that it does not accept, or that may not do this. */
const wrongLogin =
  /^(?:incorrect_password|invalid_(?:username|email|application_password)|application_password\w*|rest_(?:invalid|forbidden|user_cannot|cannot_(?!access))\w*)$/

/** A token, or a user and an application password. */
export type LoginKind = 'password' | 'token'

export const wrongCredentials =
  'Check CMS_USER and CMS_PASSWORD (an application password) or CMS_TOKEN, and that the user may edit pages and upload files.'

export function readLoginIndex(body: unknown): LoginIndex {
  const { success, data } = Index.safeParse(body)
  if (!success) return undefined
  return { hasPasswords: isObject(data.authentication) && 'application-passwords' in data.authentication }
}

/**
 * Why the CMS does not know our user, and the remedy. `refusal` answered the request for our own user; a CMS that never
 * saw the password and one that has passwords switched off use the same code, so the index decides.
 */
export function explainLogin(
  { code, response, said }: Pick<Refusal, 'code' | 'response' | 'said'>,
  kind: LoginKind,
  index: LoginIndex,
): string {
  if (code === undefined) return explainOther(response)
  if (wrongLogin.test(code)) return wrongCredentials
  if (code !== 'rest_not_logged_in')
    return `A plug-in of the site closes its REST API (${said}). Allow our user, or the routes below CMS_API_ROOT, in the settings of that plug-in.`
  if (index === undefined)
    return 'The site closes its REST API to everybody who is not signed in, before it reads a login. Look for a security plug-in, and allow the routes below CMS_API_ROOT in its settings. Without one, check CMS_USER and CMS_PASSWORD.'
  if (kind === 'token')
    return 'The site did not read CMS_TOKEN: nothing there accepts such a token, or the web server strips the Authorization header. Install the plug-in that reads it, or set CMS_USER and CMS_PASSWORD.'
  return index.hasPasswords
    ? 'The Authorization header did not reach the CMS: the web server or a proxy strips it. Let it pass (Apache: CGIPassAuth On).'
    : 'Application passwords are switched off on the site: by a plug-in, or because the CMS believes that it is not reached by https. Switch them on. Check CMS_USER and CMS_PASSWORD, too.'
}

/** No answer of the CMS's API: something in front of it. */
function explainOther(response: Response): string {
  const realm = /^\s*basic(?:\s+realm="([^"]*)")?/i.exec(headerOf(response, 'www-authenticate') ?? '')
  if (realm === null)
    return 'Something in front of the CMS answered, such as a firewall. Allow the routes below CMS_API_ROOT there. Without one, check CMS_USER and CMS_PASSWORD.'
  const named = realm[1] === undefined || realm[1] === '' ? '' : ` (${quote(realm[1], 60)})`
  return `The web server has a login of its own${named}, which takes the place of the CMS's. Exempt the routes below CMS_API_ROOT from it; the password may be right.`
}
