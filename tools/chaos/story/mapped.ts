import { fileURLToPath } from 'node:url'

/** The types of a site with mapped fields, and the maps of its mirror, of which one names slugs. */
export const mappedFiles = {
  types: fileURLToPath(new URL('mapped-types.yaml', import.meta.url)),
  map: fileURLToPath(new URL('mapped-fields.yaml', import.meta.url)),
  slugs: fileURLToPath(new URL('mapped-slugs.yaml', import.meta.url)),
}
