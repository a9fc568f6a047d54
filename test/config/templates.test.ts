import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readTemplates } from '../../config/templates.ts'
import { labelsFor } from '../../src/core/render/locale/labels.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import { fullProduct, sampleMedia } from '../../src/core/render/template/sample.ts'

describe('a TEMPLATE_DIR', () => {
  let folder = ''
  const put = (name: string, content: unknown) =>
    writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'templates-'))
    await mkdir(join(folder, 'labels'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('may contain everything', async () => {
    const ours = await readTemplates()
    await cp(ours.template.file, join(folder, 'page.eta'))
    await cp('config/labels', join(folder, 'labels'), { recursive: true })
    const own = await readTemplates(folder)
    expect(own.template.file).toBe(join(folder, 'page.eta'))
    expect(createRenderer(own).render(fullProduct, sampleMedia)).toEqual(
      createRenderer(ours).render(fullProduct, sampleMedia),
    )
    expect(createRenderer(own).digest).toBe(createRenderer(ours).digest)
  })

  it('may contain a single label; everything else is built in', async () => {
    await put('labels/de-AT.json', { advantages: 'Vurteile' })
    const { template, labels } = await readTemplates(folder)
    const { advantages, joint } = labelsFor('de-at', labels)
    expect([advantages, joint]).toEqual(['Vurteile', 'Fugenbreite'])
    expect(labelsFor('de', labels).advantages).toBe('Vorteile')
    expect(template.file).toMatch(/config\/templates\/page\.eta$/)
  })

  it('applies to each built-in template, but has no page template next to another one', async () => {
    await put('labels/de.json', { advantages: 'Pluspunkte' })
    const { template, labels } = await readTemplates(folder, 'showcase')
    expect(template.file).toMatch(/config\/templates\/showcase\.eta$/)
    expect(labelsFor('de', labels).advantages).toBe('Pluspunkte')
    await put('page.eta', '')
    await expect(readTemplates(folder, 'showcase')).rejects.toThrow(
      `${join(folder, 'page.eta')} (TEMPLATE_DIR) replaces the built-in template, but TEMPLATE is showcase. Unset`,
    )
  })

  it('may set the units of the partner’s numbers, which otherwise have none', async () => {
    await put('units.json', { length: 'm', area: 'm²', joint: 'mm', weight: null })
    const shown = (templates: Awaited<ReturnType<typeof readTemplates>>) =>
      [
        ...createRenderer({ ...templates, numbersWithoutUnit: 'show' })
          .render(fullProduct, sampleMedia)
          .inner.matchAll(/>(Length|Area|Joint width|Weight)<\/th><td>(.*?)</g),
      ].map(([, label, value]) => `${label} ${value}`)
    expect(shown(await readTemplates(folder))).toEqual([
      'Length 25 m',
      'Area 1.5 m²',
      'Joint width 12 mm',
      'Weight 0.4',
    ])
    expect(shown(await readTemplates())[0]).toBe('Length 25')
  })

  it('is rejected with all of its errors, each with its file', async () => {
    await put('labels/de.json', { joint: '', colour: 'Farbe' })
    await put('labels/fr.json', '{')
    await put('units.json', { length: 'inch', price: 'm' })
    const message = await readTemplates(folder).catch((error: Error) => error.message)
    for (const fault of ['de.json: joint: ', 'colour', 'fr.json: ', 'units.json: length: ', 'price'])
      expect(message).toContain(fault)
  })

  it('is rejected if it is missing or contains nothing to use', async () => {
    await expect(readTemplates(join(folder, 'nowhere'))).rejects.toThrow('nowhere cannot be read')
    await rm(join(folder, 'labels'), { recursive: true })
    await put('page.ets', '')
    await expect(readTemplates(folder)).rejects.toThrow(
      `${folder} (TEMPLATE_DIR) contains none of page.eta, labels/ and units.json`,
    )
  })
})
