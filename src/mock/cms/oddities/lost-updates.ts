import type { RestRequest } from '../rest/request.ts'

/** Saves the row as it was read. With the oddity, it waits first and overwrites concurrent changes. */
export function afterOthers<T>(request: RestRequest, save: () => T): T | Promise<T> {
  const others = request.oddities.race('lost-updates')
  return others === null ? save() : others.then(save)
}
