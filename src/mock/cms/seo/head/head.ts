/** The metadata of one URL for search engines and social networks. */
export type Head = {
  readonly title: string
  readonly description?: string
  readonly robots: Robots
  readonly canonical?: string
  readonly og: Readonly<Record<string, string>>
  readonly images: readonly HeadImage[]
  readonly schema: { readonly '@context': string; readonly '@graph': readonly object[] }
}

export type Robots = { readonly index: 'index' | 'noindex'; readonly follow: 'follow' }

export type HeadImage = {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly type: string
}
