import type { RestRequest } from '../rest/request.ts'
import { can } from '../users/users.ts'

/** Those who write anything at all: from contributors on. */
export function writers({ user }: RestRequest): boolean {
  return can(user, 'edit_posts')
}

/** Those who answer for everybody's content: editors and administrators. */
export function editors({ user }: RestRequest): boolean {
  return can(user, 'edit_others_posts')
}

/** Those who set up the site: administrators. */
export function managers({ user }: RestRequest): boolean {
  return can(user, 'manage_options')
}

/** Id of the caller; 0 for nobody. */
export function callerOf({ user }: RestRequest): number {
  return user?.id ?? 0
}
