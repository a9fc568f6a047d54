/** Browsers and themes centre header cells, which moves a row’s name away from the start of the line. */
export const headerAlignment = ' class="has-text-align-left" data-align="left"'

const figure = '<figure class="wp-block-table"'
const figureStyle = 'style="margin:1em 0;overflow:auto"'

/**
 * The markup of table blocks with inline styles, for use outside such blocks. It looks like the editor's tables, which
 * themes style only inside a table block.
 */
export function plainTable(html: string): string {
  return (
    html
      // A table without equal columns is wider than a phone, and a scrolled element must be reachable by keyboard.
      .replaceAll(`${figure}><table>`, `${figure} ${figureStyle} tabindex="0"><table>`)
      .replaceAll(`${figure}>`, `${figure} ${figureStyle}>`)
      .replaceAll(/<table>([^]*?)<\/table>/g, (_, rows: string) => styled(rows, '', ''))
      .replaceAll(/<table class="has-fixed-layout">([^]*?)<\/table>/g, (_, rows: string) =>
        styled(rows, ';table-layout:fixed', ';word-break:break-word'),
      )
  )
}

function styled(rows: string, layout: string, breaks: string): string {
  const cellStyle = `border:1px solid;padding:0.5em${breaks}`
  const cells = rows
    .replaceAll(`<th${headerAlignment}`, `<th style="${cellStyle};text-align:start"`)
    .replaceAll('<td>', `<td style="${cellStyle}">`)
  return `<table style="border-collapse:collapse;width:100%${layout}">${cells}</table>`
}
