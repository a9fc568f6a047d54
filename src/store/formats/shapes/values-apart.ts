import { ValuesApart } from '../../../core/plan/values-apart.ts'
import { defineShape } from '../define-shape.ts'

export const valuesApartShape = defineShape<ValuesApart>('change since the last full run', ValuesApart, {
  version: 1,
  upgrade: (value) => value,
  told: ['changes'],
})
