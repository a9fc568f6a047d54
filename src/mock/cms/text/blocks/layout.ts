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

/** Container blocks with their default layout. */
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

/** WordPress names a container's styles by their hash. This is the class for columns without settings. */
const plainColumns = 'wp-container-core-columns-is-layout-28f84493'

/** Adds the layout classes of a block to the element around its inner blocks. */
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
