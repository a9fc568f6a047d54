import type { RestRequest } from '../rest/request.ts'
import { isMap, toList, toText } from '../rest/php.ts'
import { type Arg, type Fault, type Schema, fault } from '../rest/schema/schema.ts'
import { validateValue } from '../rest/schema/validate.ts'
import { sizes } from './pictures.ts'

/** Sizes that replace the attachment's own file. */
export const replacing: ReadonlySet<string> = new Set(['original', 'scaled'])
const shareable: ReadonlySet<string> = new Set([...sizes.map(({ name }) => name), 'full'])

/** A name, or several that share one file. */
const imageSize: Schema = {
  type: ['string', 'array'],
  items: { type: 'string', minLength: 1 },
  minItems: 1,
  minLength: 1,
  required: true,
}

export const imageSizeArg: Arg = {
  ...imageSize,
  early: true,
  check: (value, _request, name) => validateValue(value, imageSize, name) ?? checkNames(value, name),
  clean: (value) => value,
}

const name: Schema = { type: 'string', minLength: 1 }
const count: Schema = { type: 'integer', minimum: 1 }
const subSizes: Schema = {
  type: 'array',
  default: [],
  items: {
    type: 'object',
    properties: {
      image_size: imageSize,
      width: count,
      height: count,
      file: name,
      mime_type: { type: 'string', pattern: '^image/.*' },
      filesize: count,
      original_image: name,
    },
  },
}

export const subSizesArg: Arg = {
  ...subSizes,
  early: true,
  check: (value: unknown, _request: RestRequest, arg: string) =>
    validateValue(value, subSizes, arg) ??
    toList(value)
      .map((item, index) =>
        checkNames(isMap(item) ? item['image_size'] : undefined, `${arg}[${index}][image_size]`),
      )
      .find((wrong) => wrong !== undefined),
}

function checkNames(value: unknown, arg: string): Fault | undefined {
  const known = Array.isArray(value)
    ? value.every((one) => shareable.has(toText(one)))
    : shareable.has(toText(value)) || replacing.has(toText(value))
  return known ? undefined : fault('rest_not_in_enum', `${arg} contains an invalid image size.`)
}
