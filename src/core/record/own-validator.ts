/** Entity tags start with a quotation mark or `W/`, so none is taken for one of these. */
const mark = 'bytes:'

/** What is stored instead of an ETag for a response without one: a digest of its bytes. It is never sent. */
export function ownValidator(digest: string): string {
  return mark + digest
}

export function isOwnValidator(validator: string): boolean {
  return validator.startsWith(mark)
}
