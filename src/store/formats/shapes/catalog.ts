import { z } from 'zod'
import type { CatalogColumns } from '../../../core/record/catalog.ts'
import { defineShape } from '../define-shape.ts'

export const columnsShape = defineShape<{ columns: CatalogColumns }>(
  'columns of the catalogue',
  z.strictObject({ columns: z.record(z.string(), z.string()) }),
)
