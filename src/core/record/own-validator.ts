/** Entity tags start with a quotation mark or `W/`, so none is taken for one of these. */
const mark = 'bytes:'

/** The digest of the bytes of a response without an ETag, stored instead of one. It is never sent. */
export function ownValidator(digest: string): string {
  return mark + digest
}

export function isOwnValidator(validator: string): boolean {
  return validator.startsWith(mark)
}
