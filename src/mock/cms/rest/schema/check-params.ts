import { RestError } from '../error.ts'
import { type RestRequest, param } from '../request.ts'
import { sanitizeValue } from './sanitize.ts'
import { type Arg, type Args, type Fault, FaultBox } from './schema.ts'
import { validateValue } from './validate.ts'

/**
 * Validates and converts the parameters in place, in WordPress's order: missing parameters first; then `early`
 * arguments, in the order of their declaration; then the others, in the order sent.
 */
export function checkParams(request: RestRequest, args: Args): RestError | undefined {
  const missing: string[] = []
  const early = new Map<string, Fault>()
  for (const name of Object.keys(args)) {
    const arg = args[name]
    if (arg === undefined || (arg.required !== true && arg.early !== true)) continue
    const value = param(request, name)
    if (value === null) {
      if (arg.required === true) missing.push(name)
    } else if (arg.early === true && arg.plain !== true) {
      const wrong = (arg.check ?? checkBySchema)(value, request, name, arg)
      if (wrong !== undefined) early.set(name, wrong)
    }
  }
  if (missing.length > 0) {
    const message = `Missing parameter(s): ${missing.join(', ')}`
    return new RestError('rest_missing_callback_param', message, 400, { data: { params: missing } })
  }
  return invalid(early) ?? invalid(convert(request, args))
}

function convert(request: RestRequest, args: Args): Map<string, Fault> {
  const faults = new Map<string, Fault>()
  request.sources = request.sources.map((source) => {
    let clean = source
    for (const name of Object.keys(source)) {
      const arg = args[name]
      if (arg === undefined || arg.plain === true) continue
      const value = convertOne(source[name], request, name, arg)
      if (value instanceof FaultBox) faults.set(name, value.fault)
      else if (value !== source[name]) {
        if (clean === source) clean = { ...source }
        clean[name] = value
      }
    }
    if (source === request.query) request.query = clean
    return clean
  })
  return faults
}

function convertOne(value: unknown, request: RestRequest, name: string, arg: Arg): unknown {
  if (arg.clean !== undefined) return arg.clean(value, request, name)
  if (arg.type === undefined && arg.oneOf === undefined) return value
  const wrong = arg.early === true ? undefined : checkBySchema(value, request, name, arg)
  return wrong === undefined ? sanitizeValue(value, arg) : new FaultBox(wrong)
}

function checkBySchema(value: unknown, _request: RestRequest, name: string, arg: Arg): Fault | undefined {
  return validateValue(value, arg, name)
}

function invalid(faults: ReadonlyMap<string, Fault>): RestError | undefined {
  if (faults.size === 0) return undefined
  const params: Record<string, string> = {}
  for (const [name, { message }] of faults) params[name] = message
  const told = [...faults].filter(([, { code }]) => code !== '')
  const details = told.length === 0 ? [] : Object.fromEntries(told)
  const message = `Invalid parameter(s): ${[...faults.keys()].join(', ')}`
  return new RestError('rest_invalid_param', message, 400, { data: { params, details } })
}
