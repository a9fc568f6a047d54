import { z } from 'zod'
import type { Member } from '../../../core/render/family/member.ts'
import { defineShape } from '../define-shape.ts'

const size = z.string().exactOptional()

export const memberShape = defineShape<Member>(
  'family member',
  z.strictObject({
    family: z.string(),
    id: z.string(),
    name: z.string(),
    item_number: z.string(),
    sizes: z.strictObject({ length: size, width: size, height: size, area: size, joint: size, weight: size }),
  }),
)
