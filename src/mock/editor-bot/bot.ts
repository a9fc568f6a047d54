import type { WirePage } from '../../contracts/cms/page.ts'
import type { EditorAction, EditorActionResult, EditorReport } from '../contracts/editor.ts'
import { draw, numberOf } from '../seed/random.ts'
import { act } from './act.ts'
import { CannotEdit } from './edits.ts'
import { isMirrored } from './group.ts'
import { type EditorCall, createPerson } from './person.ts'

/** A page as stored. */
type StoredPage = {
  readonly id: number
  readonly slug: string
  readonly status: string
  readonly content: string
}

const drawsPage = 1001
const drawsText = 1002

/** A bot that acts like an editor in the block editor. It keeps pages open between calls. */
export function createEditorBot(deps: { pages: () => Iterable<StoredPage>; seed: number }) {
  const remembered = new Map<number, string>()

  /** The pages of an action, as ids or a slug. Draws depend on slugs, because ids depend on the order of creation. */
  function targets({ page, draw: wanted }: EditorAction, seed: number, index: number): (number | string)[] {
    if (page !== undefined) return [page]
    const pool = [...deps.pages()]
      .filter(({ status, content }) => status !== 'trash' && isMirrored(content))
      .sort((left, right) => (left.slug < right.slug ? -1 : left.slug > right.slug ? 1 : left.id - right.id))
    const drawn: number[] = []
    while (drawn.length < wanted && pool.length > 0) {
      const place = draw(seed, index * 1000 + drawn.length, drawsPage) % pool.length
      drawn.push(...pool.splice(place, 1).map(({ id }) => id))
    }
    return drawn
  }

  async function doOne(
    call: EditorCall,
    action: EditorAction,
    target: number | string,
    draws: { seed: number; index: number },
  ): Promise<EditorActionResult> {
    const person = createPerson(call)
    let page: WirePage | undefined
    try {
      page = await person.open(typeof target === 'number' ? target : await person.findId(target))
      const drawn = draw(draws.seed ^ numberOf(page.slug), draws.index, drawsText)
      const mark = `edited-${drawn.toString(36)}`
      const told = await act({ person, remembered, mark, drawn }, action, page)
      return { do: action.do, page: page.id, slug: page.slug, ok: true, ...told }
    } catch (error) {
      if (!(error instanceof CannotEdit)) throw error
      const named = { page: typeof target === 'number' ? target : null, slug: null }
      const known = page === undefined ? named : { page: page.id, slug: page.slug }
      return { do: action.do, ...known, ok: false, reason: error.message }
    }
  }

  return {
    /** Runs the actions in order. */
    work: async (
      call: EditorCall,
      actions: readonly EditorAction[],
      seed: number = deps.seed,
    ): Promise<EditorReport> => {
      const done: EditorActionResult[] = []
      for (const [index, action] of actions.entries()) {
        const found = targets(action, seed, index)
        if (found.length === 0)
          done.push({
            do: action.do,
            page: null,
            slug: null,
            ok: false,
            reason: 'There is no mirrored page.',
          })
        for (const target of found) done.push(await doOne(call, action, target, { seed, index }))
      }
      return { seed, done }
    },
    reset: (): void => remembered.clear(),
  }
}
