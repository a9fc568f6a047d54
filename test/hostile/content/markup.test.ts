import { expect, test } from 'vitest'
import { openBrowser } from '../../helpers/browser/browser.ts'
import { countAttacks } from '../helpers/attacks.ts'
import { startHostilePartner } from './hostile-partner.ts'
import { mirrorHostile } from './hostile-run.ts'
import { vectors } from './vectors.ts'

/** A record with one vector in every text field. */
function recordOf(vector: string) {
  const html = {
    application: vector,
    advantages: `<ul><li>${vector}</li></ul>`,
    substrate: `<h2>${vector}</h2>`,
  }
  const cell = { limiting_factors: `<table><tr><td title='${vector}'>${vector}</td></tr></table>` }
  const texts = { name: `Band ${vector}`, intro: vector, item_number: vector, trade_unit: vector }
  return { ...html, ...cell, ...texts, attributes: [{ name: vector, norm: vector, value: vector }] }
}

test('no text of the partner runs a script or sends a request in a real browser', async (context) => {
  const partner = await startHostilePartner(vectors.map(recordOf))
  context.onTestFinished(() => partner.close())
  const { world, failed } = await mirrorHostile(partner, 'done')
  expect([...failed]).toEqual([])
  const pages = await world.cms<{ slug: string; link: string }[]>(
    'GET',
    '/cms/v2/pages?per_page=100&_fields=slug,link',
  )
  const more = await world.cms<typeof pages>('GET', '/cms/v2/pages?per_page=100&page=2&_fields=slug,link')
  const links = [...pages, ...more].filter(({ slug }) => slug.startsWith('gtin-'))
  expect(links).toHaveLength(vectors.length)
  const browser = await openBrowser()
  context.onTestFinished(() => browser.close())
  const page = await browser.page()
  const faults: string[] = []
  let shown = ''
  page.on('dialog', (dialog) => {
    faults.push(`${shown} ran ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(shown).origin)
      faults.push(`${shown} asked for ${request.url()}`)
  })
  for (const { link } of links) {
    shown = link
    await page.goto(link, { waitUntil: 'load' })
    // Some vectors need a user action: each element in the mirrored block is clicked, focused and hovered.
    const bad = await page.evaluate(useAll)
    faults.push(...bad.map((what) => `${link} has ${what}`))
  }
  expect(faults).toEqual([])
  countAttacks(context, 'markup vectors, in a browser', vectors.length)
})

type Element = {
  tagName: string
  attributes: Iterable<{ name: string; value: string }>
  dispatchEvent(event: object): void
}
type Window = {
  document: {
    querySelectorAll(selector: string): Iterable<Element>
    addEventListener(name: string, listener: (event: { preventDefault(): void }) => void): void
  }
  Event: new (name: string, options: { bubbles: boolean; cancelable: boolean }) => { preventDefault(): void }
}

/** Uses every element of the mirrored block and returns forbidden attributes. Runs in the browser. */
function useAll(): string[] {
  const { document, Event } = globalThis as unknown as Window
  // A followed link would leave this page.
  document.addEventListener('click', (event) => event.preventDefault())
  const found: string[] = []
  for (const element of document.querySelectorAll('.product-mirror, .product-mirror *')) {
    for (const name of ['click', 'focus', 'mouseover', 'pointerenter', 'toggle'])
      element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))
    for (const { name, value } of element.attributes)
      if (
        /^on|^srcdoc$/.test(name) ||
        (/^(?:href|src|action|data)$/.test(name) && !/^(?:https?:|mailto:|tel:|\/)/.test(value))
      )
        found.push(`${element.tagName} ${name}=${value}`)
  }
  return found
}
