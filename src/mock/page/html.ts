import { escapeHtml } from '../cms/text/render.ts'

/** Markup that is safe to insert into a page. */
export type Html = { readonly html: string }

type Value = string | number | Html | readonly Html[]

/** A template that escapes its values, except markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const shown = values.map((value, index) => toMarkup(value) + (parts[index + 1] ?? ''))
  return { html: (parts[0] ?? '') + shown.join('') }
}

function toMarkup(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return value.toLocaleString('en')
  return 'html' in value ? value.html : value.map((one) => one.html).join('\n')
}

type Column = { readonly title: string; readonly number?: true }

/** A table, or the text `empty` if it has no rows. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly (string | number | Html)[])[],
  empty: string,
): Html {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>`
  const kind = (index: number): Html =>
    columns[index]?.number === true ? { html: ' class="number"' } : { html: '' }
  const head = columns.map(({ title }, index) => html`<th${kind(index)}>${title}</th>`)
  const body = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell, index) => html`<td${kind(index)}>${cell}</td>`)}
      </tr>`,
  )
  return html`<table>
    <thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`
}
