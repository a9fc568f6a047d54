/** An asset that a product links to. */
export type Asset = { url: string; kind: 'image' | 'pdf' }

/** An asset in the CMS's media library, identified by the SHA-256 (hex) of its bytes. */
export type Media = {
  id: number
  sha256: string
  /** Public address of the full file. */
  url: string
  mime: string
  bytes: number
  width?: number
  height?: number
  /** Public address and size of the `large` rendition, for images that have one. */
  large?: { url: string; width: number; height: number }
}
