import { block, joinBlocks } from './blocks.ts'

/** A column with its blocks, and its share of the width, such as `40%`. */
export type Column = { blocks: string | readonly string[]; width?: string; className?: string }

/** Columns next to each other, and below each other on a phone. Columns without content are omitted. */
export function columns(parts: readonly Column[], className?: string): string {
  const children = parts.flatMap((part) => (inside(part.blocks) === '' ? [] : [column(part)]))
  if (children.length === 0) return ''
  const classes = className === undefined ? '' : ` ${className}`
  const html = `<div class="wp-block-columns${classes}">${joinBlocks(children)}</div>`
  return block('columns', className === undefined ? {} : { className }, html)
}

function column({ blocks, width, className }: Column): string {
  const classes = className === undefined ? '' : ` ${className}`
  const style = width === undefined ? '' : ` style="flex-basis:${width}"`
  const attributes = { ...(width !== undefined && { width }), ...(className !== undefined && { className }) }
  return block('column', attributes, `<div class="wp-block-column${classes}"${style}>${inside(blocks)}</div>`)
}

const sides = ['top', 'right', 'bottom', 'left'] as const
const cardPadding = '1em'
const cardBorder = { width: '1px', radius: '4px' }

/** A framed group of blocks. */
export function card(blocks: string | readonly string[], className: string): string {
  const padding = Object.fromEntries(sides.map((side) => [side, cardPadding]))
  const style = [
    `border-width:${cardBorder.width}`,
    `border-radius:${cardBorder.radius}`,
    ...sides.map((side) => `padding-${side}:${cardPadding}`),
  ].join(';')
  const html = `<div class="wp-block-group ${className}" style="${style}">${inside(blocks)}</div>`
  return block('group', { className, style: { border: cardBorder, spacing: { padding } } }, html)
}

function inside(blocks: string | readonly string[]): string {
  const parts = typeof blocks === 'string' ? [blocks] : blocks
  return joinBlocks(parts.filter((part) => part !== ''))
}
