import { MapFile } from '../../config/map/map-schema.ts'
import { toInputSchema } from '../../src/lib/json-schemas.ts'

/** Renders `docs/map.schema.json`, with which editors complete and check the file of MAP. */
export function mapSchema(): string {
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The field map of product-mirror (MAP)',
    ...toInputSchema(MapFile),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
