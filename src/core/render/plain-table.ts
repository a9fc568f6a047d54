/** Browsers and themes centre header cells, which puts a row’s name away from where reading begins. */
export const headerAlignment = ' class="has-text-align-left" data-align="left"'

// What the editor's own tables look like; a theme styles those only where it meets a table block.
const tableStyle = 'border-collapse:collapse;width:100%'
const cellStyle = 'border:1px solid;padding:0.5em'
const figureStyle = 'margin:1em 0;overflow:auto'
const plainTags: readonly (readonly [RegExp, string])[] = [
  // One without even columns is wider than a phone: what is scrolled must be reached by the keyboard.
  [
    /<figure class="wp-block-table">(?=<table>)/g,
    `<figure class="wp-block-table" style="${figureStyle}" tabindex="0">`,
  ],
  [/<figure class="wp-block-table">/g, `<figure class="wp-block-table" style="${figureStyle}">`],
  [
    /<table class="has-fixed-layout">/g,
    `<table style="${tableStyle};table-layout:fixed;word-break:break-word">`,
  ],
  [/<table>/g, `<table style="${tableStyle}">`],
  [new RegExp(`<th${headerAlignment}`, 'g'), `<th style="${cellStyle};text-align:start"`],
  [/<td>/g, `<td style="${cellStyle}">`],
]

/** The markup of table blocks with styles of its own, for where it stands outside of such blocks. */
export function plainTable(html: string): string {
  return plainTags.reduce((text, [tag, plain]) => text.replaceAll(tag, plain), html)
}
