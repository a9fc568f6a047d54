import { fileURLToPath } from 'node:url'

/** The types of a site with mapped fields, and the map of its mirror. */
export const mappedFiles = {
  types: fileURLToPath(new URL('mapped-types.yaml', import.meta.url)),
  map: fileURLToPath(new URL('mapped-fields.yaml', import.meta.url)),
}
