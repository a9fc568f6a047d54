import type { Endpoint, Returns, Route } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'

type Properties = Readonly<Record<string, Schema>>

/** Declares the routes of one namespace by their paths below it. */
export function routesOf(namespace: string): (path: string, ...endpoints: readonly Endpoint[]) => Route {
  return (path, ...endpoints) => ({ pattern: `/${namespace}${path}`, namespace, endpoints })
}

/** Describes a response: an object with required properties and optional ones. */
export function answers(description: string, always: Properties, sometimes: Properties = {}): Returns {
  return { description, schema: objectOf(always, sometimes) }
}

export function objectOf(always: Properties, sometimes: Properties = {}): Schema {
  return { type: 'object', properties: { ...withRequired(always, true), ...withRequired(sometimes, false) } }
}

function withRequired(properties: Properties, required: boolean): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, { ...schema, required }]),
  )
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items }
}

/** A map: an object with arbitrary keys. */
export function mapOf(values: Schema | true): Schema {
  return { type: 'object', additionalProperties: values }
}

export const text = { type: 'string' } satisfies Schema
export const integer = { type: 'integer' } satisfies Schema
export const truth = { type: 'boolean' } satisfies Schema
export const texts = listOf(text)
export const integers = listOf(integer)

export const neededText = { ...text, required: true } satisfies Schema
export const neededInteger = { ...integer, required: true } satisfies Schema
export const neededTruth = { ...truth, required: true } satisfies Schema
