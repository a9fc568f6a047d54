import type { RestRequest } from '../rest/request.ts'
import { can } from '../users/users.ts'

/** Allows contributors and all higher roles. */
export function writers({ user }: RestRequest): boolean {
  return can(user, 'edit_posts')
}

/** Allows editors and administrators. */
export function editors({ user }: RestRequest): boolean {
  return can(user, 'edit_others_posts')
}

/** Allows administrators. */
export function managers({ user }: RestRequest): boolean {
  return can(user, 'manage_options')
}

/** Id of the caller; 0 if anonymous. */
export function callerOf({ user }: RestRequest): number {
  return user?.id ?? 0
}
