import { textsOf } from './texts.ts'

export const documentKinds = ['datasheet', 'safety', 'performance'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The input of a document: the fields of a record that it shows. Tests may have changed their types. */
export type DocumentContent = {
  kind: DocumentKind
  gtin: string
  language: string
  fields: { name: unknown; item_number: unknown; intro: unknown; attributes: unknown }
}

// pdfkit derives the file's id from this date. It is fixed, so that equal content gives equal bytes.
const issued = new Date(Date.UTC(2025, 0, 7))
const left = 56
const valueColumn = 320

/** A PDF of one A4 page: product name, GTIN, language, introduction and attributes. */
export async function drawDocument(content: DocumentContent): Promise<Buffer> {
  // Loaded on the first document, because it is slow to load and few clients fetch documents.
  const { default: PdfDocument } = await import('pdfkit')
  const { kind, gtin, language, fields } = content
  const texts = textsOf(language)
  const name = printable(text(fields.name) || gtin)
  const heading = printable(texts.words[kind])
  const info = {
    Title: `${heading}: ${name}`,
    Author: 'Product Data Service',
    CreationDate: issued,
    ModDate: issued,
  }
  const pdf = new PdfDocument({ size: 'A4', margin: left, lang: language, info })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject))

  pdf.rect(0, 0, pdf.page.width, 14).fill('#b4532a').fillColor('#222222')
  pdf.font('Helvetica').fontSize(11).text(`${heading}  (${language})`, left, 48)
  pdf.font('Helvetica-Bold').fontSize(19).text(name).moveDown(0.4)
  pdf.font('Helvetica').fontSize(10)
  pdf
    .text(`GTIN ${gtin}   ${printable(texts.words.item)} ${printable(text(fields.item_number))}`)
    .moveDown(0.8)
  pdf
    .fontSize(11)
    .text(printable(text(fields.intro)))
    .moveDown(1)
  for (const { label, value } of rowsOf(fields.attributes)) {
    const { y } = pdf
    pdf.fontSize(9.5).text(printable(label), left, y, { width: valueColumn - left - 10 })
    const next = pdf.y
    pdf.text(printable(value), valueColumn, y, { width: pdf.page.width - left - valueColumn })
    pdf.x = left
    pdf.y = Math.max(next, pdf.y) + 4
    if (pdf.y > pdf.page.height - 2 * left) break
  }
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

function rowsOf(attributes: unknown): { label: string; value: string }[] {
  const list: unknown[] = Array.isArray(attributes) ? attributes : []
  return list.map((attribute) => {
    const { name, norm, value } = Object(attribute) as { name?: unknown; norm?: unknown; value?: unknown }
    const standard = text(norm)
    return { label: standard === '' ? text(name) : `${text(name)} (${standard})`, value: text(value) }
  })
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const latin1 = /[\u0020-\u007e\u00a0-\u00ff–—‘’“”„•…€]/
const replacements: Readonly<Record<string, string>> = {
  '−': '-',
  '≥': '>=',
  '≤': '<=',
  ł: 'l',
  Ł: 'L',
  µ: 'u',
}

/**
 * Text in the character set of the built-in PDF fonts (Windows-1252). Other letters lose their accents, because there
 * is no font to embed.
 */
function printable(value: string): string {
  return Array.from(value)
    .map((letter) => {
      if (latin1.test(letter)) return letter
      return replacements[letter] ?? (letter.normalize('NFD')[0] ?? '').replace(/[^\u0020-\u00ff]/, '?')
    })
    .join('')
}
