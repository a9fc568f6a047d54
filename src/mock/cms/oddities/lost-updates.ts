import type { RestRequest } from '../rest/request.ts'

/** Saves what was read, at once or after others had the time to save the same row: then their change is lost. */
export function afterOthers<T>(request: RestRequest, save: () => T): T | Promise<T> {
  const others = request.oddities.race('lost-updates')
  return others === null ? save() : others.then(save)
}
