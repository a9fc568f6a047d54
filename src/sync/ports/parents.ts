/** The pages above the mirrored ones, by path (`products`, `products/de-de`). */
export interface Parents {
  read(): Promise<Record<string, number>>
  save(path: string, pageId: number): Promise<void>
  /** The CMS took one of these pages for gone: the next run is to look at all of them. */
  doubt(): Promise<void>
  isDoubted(): Promise<boolean>
  /** All of them were looked at. */
  trust(): Promise<void>
}
