import { GuardsFile } from '../../config/guards/guards-schema.ts'
import { toInputSchema } from '../../src/lib/json-schemas.ts'

/** Renders `docs/guards.schema.json`, with which editors complete and check the file of GUARDS. */
export function guardsSchema(): string {
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The rules for values of product-mirror (GUARDS)',
    ...toInputSchema(GuardsFile),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
