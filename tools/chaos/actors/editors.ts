import { setTimeout } from 'node:timers/promises'
import {
  countBlocks,
  partsOf,
  readMedia,
  readPage,
  readPages,
  readSaved,
  tokensOf,
  type PageRow,
} from './pages.ts'
import type { Partner } from './partner.ts'
import { isDecision, type Choice, type Decision, type EditorAction } from '../story/schedule.ts'
import type { ChaosServer } from './server.ts'

/** Decides about a record like an editor who sees its conflict, or otherwise its page. */
export type Decide = (
  choice: Choice,
  record: string,
  page: PageRow | undefined,
) => Promise<{ seen?: string[]; reason?: string }>

const isFixed = ({ date_gmt, modified_gmt }: Dates): boolean => date_gmt !== modified_gmt

type Dates = { date_gmt: string; modified_gmt: string }

export type When = 'before' | 'at work' | 'after'

/** The result of an action: the record's page right before and right after it, and a page that it created. */
export type Done = {
  action: EditorAction
  record: string
  /** the phase before whose run it was done */
  phase: number
  /** before the phase's run, while it was active, or once it was over */
  when?: When
  before?: PageRow
  after?: PageRow
  made?: PageRow
  /** the content that an editor saw and decided to overwrite, as `forgone.ts` names it */
  seen?: string[]
  /** the records whose pages lost their featured image with the file that was deleted */
  bereft?: string[]
  /** why it could not be done */
  reason?: string
}

/** The editors of a world, with the page of each record, and a log of their actions. */
export function openEditors({
  server,
  partner,
  decide,
  adopts,
}: {
  server: ChaosServer
  partner: Partner
  decide: Decide
  /** the mirror adopts a page that has a record's slug */
  adopts: boolean
}) {
  const done: Done[] = []
  const pageIds = new Map<string, number>()
  const own = new Set<number>()
  /** The slugs with which pages were created, by id. */
  const slugs = new Map<number, string>()
  const adoptable = new Set<number>()
  const languageSlugs = new Map<string, string>()
  const deletedFiles = new Map<number, string>()

  /** Learns which page each record has by now; once known, a page remains the record's whatever is done to it. */
  async function look(): Promise<void> {
    const pages = await readPages(server)
    const current = new Set(pages.map(({ id }) => id))
    for (const [record, id] of pageIds) if (!current.has(id)) pageIds.delete(record)
    const bound = new Set(pageIds.values())
    for (const { id, slug, content } of pages) {
      if (!slugs.has(id)) slugs.set(id, slug.replace(/__trashed$/, ''))
      const record = tokensOf(content)
      if (record === undefined || (own.has(id) && !adoptable.has(id)) || bound.has(id) || pageIds.has(record))
        continue
      pageIds.set(record, id)
      // A page that was adopted is the record's from now on.
      own.delete(id)
    }
  }

  async function act(action: EditorAction, phase: number, when: When = 'before'): Promise<void> {
    const [gtin, language] = [partner.gtinOf(action.product), partner.languageOf(action.language)]
    const record = `${gtin}/${language}`
    // During a run, the mirror may just have adopted a page.
    if (!pageIds.has(record) && isDecision(action)) await look()
    const id = pageIds.get(record)
    if (action.do === 'foreign') return plant(action, phase, record, `gtin-${gtin}-${language}`)
    if (isDecision(action)) {
      const page = id === undefined ? undefined : await readPage(server, id).catch(() => undefined)
      return void done.push({
        action,
        phase,
        record,
        when,
        ...(page && { before: page }),
        ...(await decide(action.do, record, page)),
      })
    }
    if (id === undefined) return void done.push({ action, phase, record, reason: 'the record has no page' })
    const before = await readPage(server, id).catch(() => undefined)
    if (before === undefined) return void done.push({ action, phase, record, reason: 'the page is gone' })
    if (before.status === 'trash' && action.do !== 'restore')
      return void done.push({ action, phase, record, before, reason: 'the page is in the trash' })
    if (action.do === 'remove-block' && countBlocks(before.content) !== 1)
      return void done.push({ action, phase, record, before, reason: 'the block is gone, or there are two' })
    const illustrated = action.do === 'delete-file' ? await readPages(server) : []
    const made = await carryOut(action, before).catch((error: unknown) => String(error))
    if (typeof made === 'string') return void done.push({ action, phase, record, before, reason: made })
    const bereft = new Set(
      illustrated.flatMap((page) => (deletedFiles.has(page.featuredMedia) ? [page.id] : [])),
    )
    if (made !== undefined) own.add(made.id)
    const gone = action.do === 'delete' || action.do === 'take-over'
    if (gone) pageIds.delete(record)
    done.push({
      action,
      phase,
      record,
      when,
      before,
      ...(!gone && { after: when === 'at work' ? await readSaved(server, id) : await readPage(server, id) }),
      ...(made && { made }),
      ...(bereft.size > 0 && {
        bereft: [...pageIds].flatMap(([each, page]) => (bereft.has(page) ? [each] : [])),
      }),
    })
  }

  async function plant(action: EditorAction, phase: number, record: string, slug: string): Promise<void> {
    if (pageIds.has(record)) return void done.push({ action, phase, record, reason: 'the record has a page' })
    const made = await create({ slug, title: `Mine ${action.mark}`, content: `<p>Mine ${action.mark}</p>` })
    own.add(made.id)
    if (adopts) adoptable.add(made.id)
    done.push({ action, phase, record, made })
  }

  async function carryOut(
    action: Exclude<EditorAction, Decision>,
    page: PageRow,
  ): Promise<PageRow | undefined> {
    const { id } = page
    const text = `Person ${action.mark}`
    switch (action.do) {
      case 'edit-outside':
        return bot({ do: action.do, page: id, where: action.where, text })
      case 'edit-inside':
      case 'set-title':
      case 'set-excerpt':
        return bot({ do: action.do, page: id, text })
      case 'trash':
      case 'delete':
      case 'duplicate-group':
      case 'unlock-group':
      case 'remove-block':
      case 'empty-block':
      case 'restore':
        return bot({ do: action.do, page: id })
      case 'save-stale':
        return bot({ do: 'save-remembered', page: id })
      case 'copy': {
        const report = await bot({ do: 'copy', page: id, slug: `copy-${action.mark}` })
        return report
      }
      case 'set-slug':
        return save(id, { slug: `moved-${action.mark}` })
      case 'set-status':
        if (action.status === 'draft' && !['draft', 'pending'].includes(page.status)) return saveAsDraft(id)
        return save(id, { status: action.status })
      case 'hide-for-a-time':
        return hideForATime(id)
      case 'style-inside': {
        const content = withStyle(page.content, action.mark)
        if (content === undefined) throw new Error('the block has no table')
        return save(id, { content })
      }
      case 'delete-file': {
        // In an order that does not depend on which file was uploaded first.
        const shown = (await readMedia(server))
          .filter(({ slug, sourceUrl }) => slug.startsWith('media-') && page.content.includes(sourceUrl))
          .toSorted((one, other) => one.slug.localeCompare(other.slug))
        const file = shown.find((row) => !row.sourceUrl.endsWith('.pdf')) ?? shown[0]
        if (file === undefined) throw new Error('the page shows no file')
        await server.cms('DELETE', `/cms/v2/media/${file.id}?force=true`)
        deletedFiles.set(file.id, file.slug)
        return undefined
      }
      case 'rename-language': {
        const [code, slug] = [partner.languageOf(action.language), `renamed-${action.mark}`]
        const parent = await readPage(server, page.parent)
        if (parent.slug !== (languageSlugs.get(code) ?? code)) throw new Error('the page was moved')
        await save(parent.id, { slug })
        languageSlugs.set(code, slug)
        return undefined
      }
      case 'take-over': {
        const content = `<p>Mine ${action.mark}</p>`
        await save(id, { slug: `mine-${action.mark}`, title: `Mine ${action.mark}`, excerpt: '', content })
        return readPage(server, id)
      }
      case 'set-parent': {
        const parent = await create({ slug: `shelf-${action.mark}`, title: `Shelf ${action.mark}` })
        await save(id, { parent: parent.id })
        return parent
      }
      case 'foreign':
        return undefined
    }
  }

  async function bot(action: Parameters<ChaosServer['edit']>[0]): Promise<PageRow | undefined> {
    const report = await server.edit(action)
    if (report?.ok !== true) throw new Error(report?.reason ?? 'nothing was done')
    return report.copy === undefined ? undefined : readPage(server, report.copy.id)
  }

  /** Styles the first table of the block, and hides it from visitors. */
  function withStyle(content: string, mark: string): string | undefined {
    const parts = partsOf(content)
    if (parts === undefined || !parts.inner.includes('<!-- wp:table')) return undefined
    const metadata = JSON.stringify({ name: mark, blockVisibility: false })
    const inner = parts.inner.replace(
      /<!-- wp:table (?:\{(.*?)\} )?-->/,
      (_, attributes = '') =>
        `<!-- wp:table {${attributes === '' ? '' : `${attributes},`}"metadata":${metadata}} -->`,
    )
    return content.replace(parts.inner, () => inner)
  }

  async function save(id: number, body: object): Promise<undefined> {
    await server.cms('POST', `/cms/v2/pages/${id}`, body)
  }

  /** Makes a draft private, and a draft again. */
  async function hideForATime(id: number): Promise<undefined> {
    const before = await server.cms<Dates & { status: string }>('GET', `/cms/v2/pages/${id}?context=edit`)
    if (before.status !== 'draft' || isFixed(before))
      throw new Error('the page is no draft, or has a fixed date')
    await save(id, { status: 'private' })
    return saveAsDraft(id)
  }

  /** Only the date distinguishes such a draft from one of the mirror, so it is saved in another second. */
  async function saveAsDraft(id: number): Promise<undefined> {
    const at = `/cms/v2/pages/${id}`
    while (!isFixed(await server.cms<Dates>('POST', at, { status: 'draft' }))) await setTimeout(100)
  }

  /** An editor's own page, somewhere on the site; returns its id. */
  async function make(mark: string): Promise<number> {
    const made = await create({ slug: `own-${mark}`, title: `Mine ${mark}`, content: `<p>Mine ${mark}</p>` })
    own.add(made.id)
    done.push({ action: { do: 'foreign', product: -1, language: 0, mark }, record: '', phase: -1, made })
    return made.id
  }

  async function create(body: object): Promise<PageRow> {
    const { id } = await server.cms<{ id: number }>('POST', '/cms/v2/pages', { status: 'publish', ...body })
    return readPage(server, id)
  }

  return {
    look,
    act,
    make,
    done,
    /** Ids of pages that editors created. */
    own,
    /** Files that editors deleted from the media library: slugs by id. */
    deletedFiles,
    pageIds,
    slugs,
    /** The slugs of language pages that editors renamed, by language. */
    languageSlugs,
  }
}
