import type { Random } from './random.ts'
import {
  textFields,
  type EditorAction,
  type PartnerChange,
  type Phase,
  type Place,
  type Schedule,
} from './schedule.ts'

/** The history of a schedule so far, so that the next draws make sense. */
export type Drawn = {
  products: number[]
  languages: number
  removed: Set<number>
  delisted: Set<number>
  off: Set<number>
  marks: number
}

export function createDrawn({ gtins, languages }: Pick<Schedule, 'gtins' | 'languages'>): Drawn {
  return {
    products: Array.from({ length: gtins }, (_, product) => product),
    languages: languages.length,
    removed: new Set(),
    delisted: new Set(),
    off: new Set(),
    marks: 0,
  }
}

const allLanguages = ({ languages }: Drawn): number[] =>
  Array.from({ length: languages }, (_, index) => index)

/** Draws one change at the partner. */
export function drawChange(random: Random, drawn: Drawn): PartnerChange {
  const product = random.pick(drawn.products)
  const language = random.below(drawn.languages)
  const kind = random.weighted({
    change: 50,
    remove: 12,
    return: drawn.removed.size > 0 ? 25 : 0,
    delist: 8,
    relist: drawn.delisted.size > 0 ? 20 : 0,
    add: 12,
    blank: 6,
    'lose-file': 6,
    'language-off': drawn.languages - drawn.off.size > 1 ? 4 : 0,
    'language-on': drawn.off.size > 0 ? 15 : 0,
  })
  switch (kind) {
    case 'change':
      return drawTexts(random, drawn, product)
    case 'remove': {
      drawn.removed.add(product)
      return { do: kind, product, language: random.chance(0.5) ? 'all' : language }
    }
    case 'return': {
      const back = random.pick([...drawn.removed])
      drawn.removed.delete(back)
      return { do: kind, product: back, language: 'all' }
    }
    case 'delist':
      drawn.delisted.add(product)
      return { do: kind, product }
    case 'relist': {
      const back = random.pick([...drawn.delisted])
      drawn.delisted.delete(back)
      return { do: kind, product: back }
    }
    case 'add':
      drawn.products.push(drawn.products.length)
      return { do: kind, product: drawn.products.length - 1 }
    case 'blank':
    case 'lose-file':
      return { do: kind, product, language }
    case 'language-off': {
      const left = allLanguages(drawn).filter((code) => !drawn.off.has(code))
      const off = random.pick(left)
      drawn.off.add(off)
      return { do: kind, language: off }
    }
    case 'language-on': {
      const on = random.pick([...drawn.off])
      drawn.off.delete(on)
      return { do: kind, language: on }
    }
  }
}

/** New text for some fields of a product. */
export function drawTexts(random: Random, drawn: Drawn, product: number): PartnerChange {
  const languages = random.chance(0.5) ? allLanguages(drawn) : [random.below(drawn.languages)]
  return {
    do: 'change',
    product,
    languages,
    fields: random.some(textFields, random.between(1, 4)),
    mark: `zx${drawn.marks++}m`,
  }
}

const actionWeights = {
  'edit-outside': 22,
  'edit-inside': 16,
  'set-title': 8,
  'set-excerpt': 5,
  trash: 8,
  delete: 5,
  'duplicate-group': 5,
  'unlock-group': 5,
  'remove-block': 6,
  'empty-block': 4,
  'set-slug': 6,
  'set-parent': 5,
  'set-status': 6,
  copy: 6,
  foreign: 2,
}

/** Actions whose outcome is the same before a run's write and after it. */
export const whileAtWork: Partial<typeof actionWeights> = {
  'edit-outside': 30,
  'edit-inside': 20,
  'set-title': 15,
  'set-slug': 10,
  copy: 5,
}

/** Draws an editor's action on the page of some record. */
export function drawAction(
  random: Random,
  drawn: Drawn,
  weights: Partial<typeof actionWeights> = actionWeights,
): EditorAction {
  const place: Place & { mark: string } = {
    product: random.pick(drawn.products),
    language: random.below(drawn.languages),
    mark: `ed${drawn.marks++}m`,
  }
  const kind = random.weighted(weights as typeof actionWeights)
  if (kind === 'edit-outside') return { ...place, do: kind, where: random.pick(['before', 'after'] as const) }
  if (kind === 'set-status')
    return { ...place, do: kind, status: random.pick(['draft', 'pending', 'private'] as const) }
  return { ...place, do: kind }
}

/** So many records go at once that a guard must hold the run. */
export function drawMassRemoval(random: Random, drawn: Drawn): PartnerChange[] {
  if (random.chance(0.3)) {
    const off = random.below(drawn.languages)
    drawn.off.add(off)
    return [{ do: 'language-off', language: off }]
  }
  const gone = random.some(drawn.products, random.between(3, 5))
  const kind = random.pick(['delist', 'remove'] as const)
  for (const product of gone) (kind === 'delist' ? drawn.delisted : drawn.removed).add(product)
  return gone.map((product) =>
    kind === 'delist' ? { do: kind, product } : { do: kind, product, language: 'all' },
  )
}

/** The records that get new text. */
export function changedPlaces({ partner }: Phase): Place[] {
  return partner.flatMap((change) =>
    change.do === 'change' ? change.languages.map((language) => ({ product: change.product, language })) : [],
  )
}
