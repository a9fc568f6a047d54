import { Parser } from 'htmlparser2'
import pLimit from 'p-limit'

const atOnce = 4
const unseen = new Set(['head', 'script', 'style'])

/** What a visitor of a public address gets: the status, and what the page's body says as text. */
export type Visit = { url: string; status: number; text: string }

/** Opens all of the addresses, a few at once, without credentials. */
export function visitAll(urls: readonly string[]): Promise<Visit[]> {
  const limit = pLimit(atOnce)
  return limit.map(urls, async (url) => {
    const response = await fetch(url)
    return { url, status: response.status, text: textOf(await response.text()) }
  })
}

/** What plain text says, spelled as `textOf` spells it. */
export function textOfPlain(text: string): string {
  return textOf(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
}

/** What markup says, on one line, with plain quotation marks: WordPress sets typographic ones when it shows a page. */
export function textOf(html: string): string {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentagname: (name) => void (unseen.has(name) ? hidden++ : (text += ' ')),
    ontext: (part) => void (hidden === 0 && (text += part)),
    onclosetag: (name) => void (unseen.has(name) ? hidden-- : (text += ' ')),
  })
  parser.end(html)
  return text
    .replaceAll(/[“”„‟″]/g, '"')
    .replaceAll(/[‘’‚‛′]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}
