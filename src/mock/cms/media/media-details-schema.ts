import type { Schema } from '../rest/schema/schema.ts'

const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer' }
const size: Schema = {
  type: 'object',
  properties: {
    file: text,
    width: whole,
    height: whole,
    filesize: whole,
    mime_type: text,
    source_url: { type: 'string', format: 'uri' },
  },
}

/** The schema of `media_details`: all fields for images, only the file size for other files. */
export const shownDetails: Schema = {
  type: 'object',
  properties: {
    width: whole,
    height: whole,
    file: text,
    filesize: whole,
    sizes: { type: 'object', additionalProperties: size },
    image_meta: { type: 'object', additionalProperties: true },
    original_image: text,
    parent_image: { type: 'object', properties: { attachment_id: text, file: text } },
  },
}
