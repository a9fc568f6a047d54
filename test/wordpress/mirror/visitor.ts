import { Parser } from 'htmlparser2'
import pLimit from 'p-limit'

const atOnce = 4
const unseen = new Set(['head', 'script', 'style'])

/** A visitor's view of a public URL: the status, and the text of the page's body. */
export type Visit = { url: string; status: number; text: string }

/** Opens all URLs, a few in parallel, without credentials. */
export function visitAll(urls: readonly string[]): Promise<Visit[]> {
  const limit = pLimit(atOnce)
  return limit.map(urls, async (url) => {
    const response = await fetch(url)
    return { url, status: response.status, text: textOf(await response.text()) }
  })
}

/** Plain text, normalized like the result of `textOf`. */
export function textOfPlain(text: string): string {
  return textOf(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
}

/** The text of markup on one line, with straight quotation marks. WordPress shows typographic ones. */
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
