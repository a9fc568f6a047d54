import { integer, neededText, text } from '../addons/declare.ts'
import type { Args } from '../rest/schema/schema.ts'

/** The company or person that the site represents. */
export const representationArgs = {
  company_or_person: { ...neededText, enum: ['company', 'person'] },
  company_name: text,
  company_logo: text,
  company_logo_id: integer,
  person_logo: text,
  person_logo_id: integer,
  company_or_person_user_id: integer,
  description: text,
} satisfies Args

/** The profiles on social networks. */
export const profileArgs = {
  social_a_site: text,
  social_b_site: text,
  other_social_urls: { type: 'array' },
} satisfies Args
