import type { z } from 'zod'
import { HttpError } from './http-error.ts'

type Fault = { field: string; message: string }

/** The parsed input; throws a 400 that lists each invalid field with its value and the allowed values. */
export function parseInput<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  input: unknown,
): z.infer<z.ZodObject<Shape, z.core.$strict>> {
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.flatMap((issue) => toFaults(issue, Object.keys(schema.shape)))
  const text = faults.map(({ field, message }) => `${field}: ${message}`).join('; ')
  throw new HttpError(400, 'invalid_input', text, { faults })
}

/**
 * The parsed query of a page. Omits empty fields, which forms send, and `flash`, which belongs to the frame.
 */
export function parseQuery<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  query: unknown,
): z.infer<z.ZodObject<Shape, z.core.$strict>> {
  const given = Object.entries(Object(query)).filter(([name, value]) => value !== '' && name !== 'flash')
  return parseInput(schema, Object.fromEntries(given))
}

function toFaults(issue: z.core.$ZodIssue, fields: readonly string[]): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    const message =
      fields.length > 0 ? `unknown; allowed are ${fields.join(', ')}` : 'unknown; no fields are allowed'
    return issue.keys.map((field) => ({ field, message }))
  }
  const { input } = issue
  const read =
    typeof input === 'string' || typeof input === 'number' ? ` (read ${JSON.stringify(input)})` : ''
  return [{ field: issue.path.join('.') || 'input', message: issue.message + read.slice(0, 120) }]
}
