/** Browsers and themes centre header cells, which puts a row’s name away from where reading begins. */
export const headerAlignment = ' class="has-text-align-left" data-align="left"'

const figure = '<figure class="wp-block-table"'
const figureStyle = 'style="margin:1em 0;overflow:auto"'

/**
 * The markup of table blocks with styles of its own, for use outside such blocks: it looks like the
 * editor's tables, which a theme styles only where it meets a table block.
 */
export function plainTable(html: string): string {
  return (
    html
      // One without even columns is wider than a phone: what is scrolled must be reached by the keyboard.
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
