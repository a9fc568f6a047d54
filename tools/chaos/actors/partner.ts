import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gtinCheckDigit } from '../../../src/contracts/gtin.ts'
import type { Column, PartnerChange, RequiredField, Schedule, TextField } from '../story/schedule.ts'
import type { ChaosServer } from './server.ts'

/**
 * The partner's side of a world: its products by number, its languages, and the catalogue file. `policy`: the settings that
 * need columns in it; without any, it is a list of GTINs.
 */
export async function openPartner(
  server: ChaosServer,
  languages: readonly string[],
  folder: string,
  policy: Partial<Schedule['policy']> = {},
) {
  const columns = columnsOf(policy)
  const cells = new Map<number, Partial<Record<Column, string>>>()
  const seeded = await server.gtins()
  const added = new Set<number>()
  const delisted = new Set<number>()
  const off = new Set<number>()
  const catalogFile = join(folder, 'catalog.txt')

  const gtinOf = (product: number): string => seeded[product] ?? addedGtin(product)
  const languageOf = (language: number): string => languages[language] ?? ''
  const products = (): number[] => [...seeded.keys(), ...added]
  const isListed = (product: number): boolean => !delisted.has(product)
  const served = (): string[] => languages.filter((_, index) => !off.has(index))
  const cellOf = (product: number, column: Column): string =>
    cells.get(product)?.[column] ?? (column === 'release' ? 'yes' : '')
  const rowOf = (product: number): string =>
    [gtinOf(product), ...columns.map((column) => cellOf(product, column))].join(',')
  async function list(): Promise<void> {
    const header = columns.length > 0 ? [['gtin', ...columns].join(',')] : []
    await writeFile(catalogFile, [...header, ...products().filter(isListed).map(rowOf)].join('\n'))
  }
  await list()

  /** Only a listed product has a row. */
  async function setCell(product: number, column: Column, value: string): Promise<void> {
    if (!isListed(product)) return
    cells.set(product, { ...cells.get(product), [column]: value })
    await list()
  }

  /** Changes a product where the partner has it: a change would restore a removed record. */
  async function patchAll(product: number, fields: Record<string, unknown>): Promise<void> {
    const gtin = gtinOf(product)
    for (const code of served())
      if ((await server.product(gtin, code)) !== undefined) await server.patch(gtin, code, fields)
  }

  async function change(wanted: PartnerChange): Promise<void> {
    switch (wanted.do) {
      case 'change':
        for (const language of wanted.languages) {
          const code = languageOf(language)
          if (off.has(language)) continue
          const fields = textsOf(wanted.fields, `${wanted.mark}${code.replaceAll('-', '')}`)
          await server.patch(gtinOf(wanted.product), code, fields)
        }
        return
      case 'remove':
        if (isOff(wanted.language)) return
        return server.remove(gtinOf(wanted.product), codeOf(wanted.language))
      case 'return':
        if (isOff(wanted.language)) return
        return server.patch(gtinOf(wanted.product), codeOf(wanted.language), {})
      case 'delist':
        // A catalogue must not be empty.
        if (products().filter(isListed).length === 1) return
        delisted.add(wanted.product)
        return list()
      case 'relist':
        delisted.delete(wanted.product)
        return list()
      case 'add':
        added.add(wanted.product)
        await server.patch(gtinOf(wanted.product), '*', {})
        return list()
      case 'blank':
        if (isOff(wanted.language)) return
        return server.patch(gtinOf(wanted.product), languageOf(wanted.language), blanks)
      case 'lose-file':
        if (isOff(wanted.language)) return
        return server.patch(gtinOf(wanted.product), languageOf(wanted.language), {
          datasheet: `${server.url}/media/documents/datasheet/gone-${wanted.product}.pdf`,
        })
      case 'language-off':
        // The bundled server always serves a language.
        if (served().length === 1) return
        off.add(wanted.language)
        return server.setLanguages(served())
      case 'language-on':
        off.delete(wanted.language)
        return server.setLanguages(served())
      case 'withhold':
      case 'supply': {
        const [absent, present] = required[wanted.field]
        const value = wanted.do === 'withhold' ? absent : present
        if (wanted.field === 'catalog.release') return setCell(wanted.product, 'release', String(value))
        return patchAll(wanted.product, { [wanted.field]: value })
      }
      case 'join':
        if (wanted.by === 'catalog.series') return setCell(wanted.product, 'series', wanted.family)
        return patchAll(wanted.product, { erp_id: wanted.family })
      case 'categorize':
        return setCell(wanted.product, 'category', wanted.category)
      case 'succeed':
        return setCell(wanted.product, 'successor', wanted.by === undefined ? '' : gtinOf(wanted.by))
    }
  }
  // The bundled server refuses changes to a language that it does not serve.
  const isOff = (language: number | 'all'): boolean => language !== 'all' && off.has(language)
  const codeOf = (language: number | 'all'): string => (language === 'all' ? '*' : languageOf(language))

  return {
    catalogFile,
    gtinOf,
    languageOf,
    products,
    change,
    isListed,
    /** A cell of the product's row, as it was when the product was last listed. */
    cellOf,
    /** The columns that are part of each product to the mirror, with the product's cells. */
    columnsIn: (product: number): Record<string, string> =>
      Object.fromEntries(
        (['release', 'series'] as const)
          .filter((column) => columns.includes(column))
          .map((column) => [`catalog.${column}`, cellOf(product, column)]),
      ),
    languages: () => languages,
    served,
    /** How many records a run has in its scope: the catalogue in every language that is served. */
    scope: () => products().filter(isListed).length * served().length,
    /** Whether the mirror should have this product in this language. */
    isWanted: (product: number, language: number) => isListed(product) && !off.has(language),
  }
}

export type Partner = Awaited<ReturnType<typeof openPartner>>

/** The required fields without a value and with one. */
const required: Readonly<Record<RequiredField, readonly [unknown, unknown]>> = {
  price: [null, 12.5],
  erp_description_short: ['', 'Short'],
  'catalog.release': ['', 'yes'],
}

function columnsOf({ publishIf, familyBy, groupBy, retireTo }: Partial<Schedule['policy']>): Column[] {
  return [
    ...(publishIf === 'catalog.release' ? (['release'] as const) : []),
    ...(familyBy === 'catalog.series' ? (['series'] as const) : []),
    ...(groupBy === 'catalog.category' ? (['category'] as const) : []),
    ...(retireTo === 'notice' ? (['successor'] as const) : []),
  ]
}

/** Three core fields at once: more likely an error than a decision. */
const blanks = { application: '', advantages: '', erp_description: '', item_number: '' }

function textsOf(fields: readonly TextField[], mark: string): Record<string, unknown> {
  const texts: Record<TextField, unknown> = {
    name: `Chaos & Co. ${mark}name`,
    intro: `Made ${mark}intro (c) for everything.`,
    application: `<p>Use <strong>${mark}use</strong> &amp; <a href="https://example.com/${mark}link">rest</a>.</p><ul><li>One</li><li>Two (c) ${mark}two</li></ul>`,
    advantages: `<ul><li>Light ${mark}light</li><li>“Fast” ${mark}fast</li></ul>`,
    item_number: `${mark}item`,
    attributes: [{ name: 'Colour', norm: 'EN 1', value: `${mark}colour` }],
  }
  return Object.fromEntries(fields.map((field) => [field, texts[field]]))
}

/** Another prefix than the seeded ones have. */
function addedGtin(product: number): string {
  const first12 = `4099999${String(product).padStart(5, '0')}`
  return first12 + gtinCheckDigit(first12)
}
