import type { MergeField } from './merge-fields.ts'

const names: Record<MergeField, string> = {
  title: 'title',
  excerpt: 'excerpt',
  inner: 'mirrored block',
  featuredMedia: 'featured image',
}

export function nameOfField(field: MergeField): string {
  return names[field]
}

/** `title, mirrored block` */
export function namesOf(fields: readonly MergeField[]): string {
  return fields.map(nameOfField).join(', ')
}
