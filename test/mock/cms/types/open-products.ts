import { join } from 'node:path'
import { readTypesFile } from '../../../../config/mock-types.ts'
import { SiteTypes } from '../../../../src/mock/contracts/site-types/site-types.ts'
import { openCms } from '../open-cms.ts'

export const exampleFile = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'examples',
  'types',
  'product.yaml',
)

/** The bundled CMS with the post type and taxonomies of the example. */
export function openProducts() {
  const { types, faults } = readTypesFile(exampleFile)
  if (types === undefined) throw new Error(faults.join('\n'))
  return openCms(types)
}

/** The bundled CMS with other types, in the form of the file. */
export function openTypes(file: unknown) {
  return openCms(SiteTypes.parse(file))
}
