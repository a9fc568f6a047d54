import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gtinCheckDigit } from '../../../src/contracts/gtin.ts'
import type { PartnerChange, TextField } from '../story/schedule.ts'
import type { ChaosServer } from './server.ts'

/** The partner's side of a world: its products by number, its languages, and the catalogue file. */
export async function openPartner(server: ChaosServer, languages: readonly string[], folder: string) {
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
  const list = (): Promise<void> => writeFile(catalogFile, products().filter(isListed).map(gtinOf).join('\n'))
  await list()

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
    languages: () => languages,
    served,
    /** How many records a run has in its scope: the catalogue in every language that is served. */
    scope: () => products().filter(isListed).length * served().length,
    /** Whether the mirror should have this product in this language. */
    isWanted: (product: number, language: number) => isListed(product) && !off.has(language),
  }
}

export type Partner = Awaited<ReturnType<typeof openPartner>>

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
