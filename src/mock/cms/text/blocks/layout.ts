import { entryOf, isMap } from '../../rest/php.ts'
import { readAttributes } from './attributes.ts'
import { addClasses, lastClasses } from './classes.ts'
import type { Block } from './parse-blocks.ts'

type Layout = {
  readonly type?: unknown
  readonly inherit?: unknown
  readonly contentSize?: unknown
  readonly orientation?: unknown
  readonly justifyContent?: unknown
  readonly flexWrap?: unknown
}

/** Blocks that arrange what is in them, and how unless they say otherwise. */
const arranged: Readonly<Record<string, string>> = {
  'core/group': 'default',
  'core/column': 'default',
  'core/columns': 'flex',
  'core/buttons': 'flex',
  'core/cover': 'default',
  'core/details': 'default',
  'core/gallery': 'flex',
  'core/quote': 'default',
  'core/social-links': 'flex',
}
const classOf: Readonly<Record<string, string>> = {
  default: 'is-layout-flow',
  constrained: 'is-layout-constrained',
  flex: 'is-layout-flex',
  grid: 'is-layout-grid',
}

/** The engine names styles of a container by their digest; this is that of columns without settings of their own. */
const plainColumns = 'wp-container-core-columns-is-layout-28f84493'

/** Adds the classes that say how a block arranges its inner blocks, to the element around these. */
export function addLayout(block: Block, html: string): string {
  const usual = arranged[block.name ?? '']
  if (usual === undefined || block.name === undefined) return html
  const own = readAttributes(block.json)?.['layout']
  const layout: Layout = isMap(own) ? own : { type: usual }
  const [first] = block.parts
  const wrapper = block.parts.length > 1 && typeof first === 'string' ? lastClasses(first) : ''
  const container = block.json === '' && block.name === 'core/columns' ? [plainColumns] : []
  return addClasses(html, classesOf(block.name, layout, container), ({ classes }) =>
    classes.includes(wrapper),
  )
}

function classesOf(name: string, layout: Layout, container: readonly string[]): string[] {
  const sized = Boolean(layout.inherit) || Boolean(layout.contentSize)
  const type = sized ? 'constrained' : typeof layout.type === 'string' ? layout.type : 'default'
  const { orientation, justifyContent } = layout
  const manner = entryOf(classOf, type)
  const combined = `wp-block-${name.replace('core/', '')}`
  return [
    ...(type === 'constrained' ? ['has-global-padding'] : []),
    ...(typeof orientation === 'string' ? [`is-${orientation}`] : []),
    ...(typeof justifyContent === 'string' ? [`is-content-justification-${justifyContent}`] : []),
    ...(layout.flexWrap === 'nowrap' ? ['is-nowrap'] : []),
    ...(manner === undefined ? [] : [manner, ...container, `${combined}-${manner}`]),
  ]
}
