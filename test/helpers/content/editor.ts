import { slugOf, type RecordKey } from '../../../src/core/record/record.ts'

export type CmsPage = {
  id: number
  slug: string
  status: string
  parent: number
  title: { raw: string }
  excerpt: { raw: string }
  content: { raw: string }
  featured_media: number
  modified_gmt: string
  link: string
  /** For posts only. */
  meta: Record<string, string>
}

type MenuItem = { id: number; object_id: number; title: { raw: string } } & Record<string, unknown>

const admin = `Basic ${Buffer.from('admin:abcdabcdabcdabcdabcdabcd').toString('base64')}`
/** An editor who is not the mirror's user. */
const colleague = `Basic ${Buffer.from('editor1:editor1xxxxxxxxxxxxxxxxx').toString('base64')}`
const statuses = 'any,publish,future,draft,pending,private,trash'

/** An editor who uses the CMS's own interface to change pages, or posts if the mirror writes those. */
export function openEditor(cmsRoot: string, type: 'pages' | 'posts' = 'pages') {
  const collection = `/cms/v2/${type}`

  async function ask<T>(method: string, path: string, body?: unknown, authorization = admin): Promise<T> {
    const response = await fetch(cmsRoot + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  /** Every page in any status, by id. */
  async function pages(): Promise<CmsPage[]> {
    const all: CmsPage[] = []
    for (let page = 1; ; page++) {
      const query = `context=edit&per_page=100&page=${page}&orderby=id&order=asc&status=${statuses}`
      const part = await ask<CmsPage[]>('GET', `${collection}?${query}`)
      all.push(...part)
      if (part.length < 100) return all
    }
  }

  /** The pages whose slug is that of a record or resembles one. */
  async function recordPages(): Promise<CmsPage[]> {
    return (await pages()).filter(({ slug }) => slug.startsWith('gtin-'))
  }

  return {
    pages,
    recordPages,
    async slugs(): Promise<string[]> {
      return (await recordPages()).map(({ slug }) => slug).sort()
    },
    /** A record's page. Its slug differs while it is in the trash. */
    async page(key: RecordKey): Promise<CmsPage> {
      const found = (await recordPages()).find(
        ({ slug }) => slug === slugOf(key) || slug === `${slugOf(key)}__trashed`,
      )
      if (found === undefined) throw new Error(`no page of ${slugOf(key)}`)
      return found
    },
    create: (body: Record<string, unknown>) => ask<CmsPage>('POST', `${collection}?context=edit`, body),
    edit: (id: number, body: Record<string, unknown>) => ask<CmsPage>('PUT', `${collection}/${id}`, body),
    /** Creates as another user than the mirror's. */
    createAsColleague: (body: Record<string, unknown>) =>
      ask<CmsPage>('POST', `${collection}?context=edit`, body, colleague),
    /** Edits as another user than the mirror's. */
    editAsColleague: (id: number, body: Record<string, unknown>) =>
      ask<CmsPage>('PUT', `${collection}/${id}`, body, colleague),
    /** Creates an autosave. */
    autosave: (id: number, body: Record<string, unknown>) =>
      ask<unknown>('POST', `${collection}/${id}/autosaves`, body),
    trash: (id: number) => ask<CmsPage>('DELETE', `${collection}/${id}`),
    removeForGood: (id: number) => ask<unknown>('DELETE', `${collection}/${id}?force=true`),
    /** The items of a menu in order. */
    menuItems: (menuId: number) =>
      ask<MenuItem[]>('GET', `/cms/v2/menu-items?context=edit&menus=${menuId}&per_page=100`),
    addMenuItem: (body: Record<string, unknown>) =>
      ask<MenuItem>('POST', '/cms/v2/menu-items', { status: 'publish', ...body }),
    editMenuItem: (id: number, body: Record<string, unknown>) =>
      ask<MenuItem>('PUT', `/cms/v2/menu-items/${id}`, body),
    removeMenuItem: (id: number) => ask<unknown>('DELETE', `/cms/v2/menu-items/${id}?force=true`),
    async media(): Promise<{ id: number; slug: string }[]> {
      return ask('GET', '/cms/v2/media?per_page=100&_fields=id,slug')
    },
    async mediaUrl(id: number): Promise<string> {
      return (await ask<{ source_url: string }>('GET', `/cms/v2/media/${id}`)).source_url
    },
    removeMedia: (id: number) => ask<unknown>('DELETE', `/cms/v2/media/${id}?force=true`),
    /** Describes a file, as in the media library: `alt_text`, `title`. */
    describeMedia: (id: number, texts: { alt_text?: string; title?: string }) =>
      ask<unknown>('POST', `/cms/v2/media/${id}`, texts),
    /** Uploads an image with this slug as attachment, optionally below a page. */
    async uploadPng(slug: string, bytes: Uint8Array, post = 0) {
      const response = await fetch(`${cmsRoot}/cms/v2/media?slug=${slug}&post=${post}`, {
        method: 'POST',
        headers: {
          authorization: admin,
          'content-type': 'image/png',
          'content-disposition': `attachment; filename="${slug}.png"`,
        },
        body: Buffer.from(bytes),
      })
      const made = (await response.json()) as { id: number; slug: string }
      if (made.slug !== slug) throw new Error(`asked for ${slug}, got ${made.slug} (${response.status})`)
      return made
    },
  }
}
