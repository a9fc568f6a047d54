/** The pages above the mirrored ones, by path (`products`, `products/de-de`). */
export interface Parents {
  read(): Promise<Record<string, number>>
  /** Their addresses as the CMS told them last, by path. */
  addresses(): Promise<Record<string, string>>
  save(path: string, page: { id: number; link: string }): Promise<void>
  /** The CMS took one of these pages for gone: the next run is to look at all of them. */
  invalidate(): Promise<void>
  isInvalidated(): Promise<boolean>
  /** All of them were looked at. */
  trust(): Promise<void>
}
