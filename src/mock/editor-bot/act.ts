import type { WirePage } from '../../contracts/cms/page.ts'
import type { EditorAction, EditorActionResult } from '../contracts/editor.ts'
import {
  CannotEdit,
  type Edited,
  duplicateGroup,
  editInside,
  editOutside,
  emptyGroup,
  removeGroup,
  unlockGroup,
} from './edits.ts'
import type { Person } from './person.ts'

type Told = Pick<EditorActionResult, 'text' | 'was' | 'copy'>

/** The input of one action in addition to its page. `mark` is a unique word, `drawn` an integer. */
export type Circumstances = {
  readonly person: Person
  /** Content of the open pages, by id. */
  readonly remembered: Map<number, string>
  readonly mark: string
  readonly drawn: number
}

/** Applies one action to one page and returns the text written. Throws CannotEdit if it fails. */
export async function act(
  { person, remembered, mark, drawn }: Circumstances,
  action: EditorAction,
  page: WirePage,
): Promise<Told> {
  const { id } = page
  const content = page.content.raw
  const saveContent = async ({ content: changed, ...told }: Edited): Promise<Told> => {
    await person.save(id, { content: changed })
    return told
  }
  switch (action.do) {
    case 'edit-inside':
      return saveContent(editInside(content, { text: action.text, addition: mark, drawn }))
    case 'edit-outside':
      return saveContent(editOutside(content, action.where, action.text ?? `Note ${mark}`))
    case 'set-title': {
      const text = action.text ?? `${page.title.raw} ${mark}`
      await person.save(id, { title: text })
      return { text, was: page.title.raw }
    }
    case 'set-excerpt': {
      const text = action.text ?? `${page.excerpt.raw} ${mark}`.trim()
      await person.save(id, { excerpt: text })
      return { text, was: page.excerpt.raw }
    }
    case 'trash':
      await person.trash(id)
      return {}
    case 'restore':
      if (page.status !== 'trash') throw new CannotEdit('The page is not in the trash.')
      await person.save(id, { status: 'publish' })
      return {}
    case 'delete':
      await person.remove(id)
      return {}
    case 'copy':
      return copyPage(person, page, action.slug ?? `${page.slug}-copy`)
    case 'duplicate-group':
      return saveContent(duplicateGroup(content))
    case 'unlock-group':
      return saveContent(unlockGroup(content))
    case 'remove-block':
      return saveContent(removeGroup(content))
    case 'empty-block':
      return saveContent(emptyGroup(content))
    case 'autosave': {
      const edited = editOutside(content, 'after', action.text ?? `Unsaved ${mark}`)
      const told = edited.text === undefined ? {} : { text: edited.text }
      const { title, excerpt } = page
      await person.autosave(id, { title: title.raw, excerpt: excerpt.raw, content: edited.content })
      return told
    }
    case 'remember':
      remembered.set(id, content)
      return {}
    case 'save-remembered': {
      const opened = remembered.get(id)
      if (opened === undefined) throw new CannotEdit('The page was not opened with "remember" before.')
      return saveContent({ content: opened })
    }
  }
}

async function copyPage(person: Person, page: WirePage, wished: string): Promise<Told> {
  const { id, slug } = await person.create({
    title: page.title.raw,
    excerpt: page.excerpt.raw,
    content: page.content.raw,
    featured_media: page.featured_media,
    parent: page.parent,
    status: page.status,
    slug: wished,
  })
  return { copy: { id, slug } }
}
