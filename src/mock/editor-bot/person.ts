import { z } from 'zod'
import { CmsErrorBody } from '../../contracts/cms/error.ts'
import { WirePage } from '../../contracts/cms/page.ts'
import { CannotEdit } from './edits.ts'

/** Runs a REST request of the CMS as `editor1`, without HTTP; `path` is below the REST root. */
export type EditorCall = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params?: Readonly<Record<string, unknown>>,
) => Promise<{ status: number; data: unknown }>

const pages = '/cms/v2/pages'
const everyStatus = 'publish,future,draft,pending,private,trash'

/** The editor's actions on pages. Throws CannotEdit with the reason if the CMS rejects one. */
export function createPerson(call: EditorCall) {
  async function ask<T>(schema: z.ZodType<T>, ...request: Parameters<EditorCall>): Promise<T> {
    const { status, data } = await call(...request)
    if (status < 400) return schema.parse(data)
    const { code, message } = CmsErrorBody.parse(data)
    throw new CannotEdit(`${status} ${code}: ${message}`)
  }

  return {
    open: (id: number) => ask(WirePage, 'GET', `${pages}/${id}`, { context: 'edit' }),
    findId: async (slug: string): Promise<number> => {
      const found = await ask(z.array(z.object({ id: z.int() })), 'GET', pages, { slug, status: everyStatus })
      const [page] = found
      if (page === undefined || found.length > 1)
        throw new CannotEdit(`${found.length} pages have the slug ${slug}.`)
      return page.id
    },
    create: (fields: Readonly<Record<string, unknown>>) => ask(WirePage, 'POST', pages, fields),
    save: (id: number, fields: Readonly<Record<string, unknown>>) =>
      ask(WirePage, 'POST', `${pages}/${id}`, fields),
    autosave: (id: number, fields: Readonly<Record<string, unknown>>) =>
      ask(z.unknown(), 'POST', `${pages}/${id}/autosaves`, fields),
    trash: (id: number) => ask(z.unknown(), 'DELETE', `${pages}/${id}`),
    remove: (id: number) => ask(z.unknown(), 'DELETE', `${pages}/${id}`, { force: true }),
  }
}

export type Person = ReturnType<typeof createPerson>
