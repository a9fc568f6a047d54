import type { Returns } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'

const text: Schema = { type: 'string' }
const texts: Schema = { type: 'array', items: text }

/** The responses of the editor routes. */
export const editorAnswers = {
  patterns: {
    description: 'All patterns; there are no pages of this list.',
    schema: {
      type: 'array',
      items: {
        title: 'BlockPattern',
        type: 'object',
        properties: {
          name: text,
          title: text,
          content: text,
          description: text,
          viewport_width: { type: 'integer' },
          inserter: { type: 'boolean' },
          categories: texts,
          keywords: texts,
          block_types: texts,
          source: text,
        },
      },
    },
  },
  export: {
    description: 'The theme with its templates, as an archive.',
    schema: { type: 'string' },
    type: 'application/zip',
  },
  settings: {
    description: 'Looks and limits of the block editor.',
    schema: {
      title: 'EditorSettings',
      type: 'object',
      properties: {
        alignWide: { type: 'boolean' },
        allowedBlockTypes: { type: ['boolean', 'array'] },
        allowedMimeTypes: { type: 'object', additionalProperties: text },
        colors: {
          type: 'array',
          items: { type: 'object', properties: { name: text, slug: text, color: text } },
        },
        fontSizes: {
          type: 'array',
          items: { type: 'object', properties: { name: text, slug: text, size: text } },
        },
        imageSizes: { type: 'array', items: { type: 'object', properties: { slug: text, name: text } } },
        maxUploadFileSize: { type: 'integer' },
        styles: { type: 'array', items: { type: 'object', properties: { css: text } } },
      },
      additionalProperties: true,
    },
  },
  assets: {
    description: 'The tags that load the block editor.',
    schema: {
      title: 'EditorAssets',
      type: 'object',
      properties: { allowed_block_types: texts, styles: text, scripts: text },
    },
  },
} satisfies Record<string, Returns>
