import { join } from 'node:path'

/** A file of GUARDS with which prices may change freely. */
export const anyPrice = join(import.meta.dirname, 'any-price.yaml')
