/** What a page's content area looks like to somebody who reads it. */
export type Look = {
  /** The alternative text of each picture that the engine did not make of a character. */
  pictures: string[]
  /** In order, such as `2 Downloads`. */
  headings: string[]
  /** What does not begin on the side on which reading begins. */
  misaligned: string[]
  /** What of the mirrored block reaches beyond the screen, though nothing scrolls it. */
  cutOff: string[]
  /** How wide the page is, beyond the screen too. */
  width: number
}

type Element = {
  tagName: string
  textContent: string
  outerHTML: string
  alt?: string
  closest(selector: string): Element | null
  getBoundingClientRect(): { left: number; right: number }
}
type Style = { textAlign: string; direction: string; overflowX: string }
type Window = {
  document: {
    documentElement: { scrollWidth: number }
    querySelectorAll(selector: string): Iterable<Element>
  }
  getComputedStyle: (element: Element) => Style
  innerWidth: number
}

/** Looks at the opened page; runs in the browser and may use nothing from outside its own braces. */
export function lookAround(): Look {
  const { document, getComputedStyle, innerWidth } = globalThis as unknown as Window
  const all = (selector: string) => [...document.querySelectorAll(`main ${selector}`)]
  const name = ({ outerHTML }: Element) => outerHTML.slice(0, 120)
  const beginsWrong = (element: Element) => {
    const { textAlign, direction } = getComputedStyle(element)
    const side = textAlign !== 'start' ? textAlign : direction === 'rtl' ? 'right' : 'left'
    const wanted = element.closest('[dir="rtl"]') === null ? 'left' : 'right'
    return element.textContent !== '' && side !== wanted
  }
  const isBeyond = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    const figure = element.closest('figure')
    const isScrolled = figure !== null && figure !== element && getComputedStyle(figure).overflowX === 'auto'
    return !isScrolled && (Math.floor(left) < 0 || Math.ceil(right) > innerWidth)
  }
  return {
    pictures: all('img:not(.emoji)').map(({ alt = '' }) => alt),
    headings: all(':is(h1, h2, h3, h4, h5, h6)').map(
      ({ tagName, textContent }) => `${tagName.slice(1)} ${textContent.trim()}`,
    ),
    misaligned: all('.product-mirror :is(p, li, th, td, h2, h3, h4)').filter(beginsWrong).map(name),
    cutOff: all('.product-mirror *').filter(isBeyond).map(name),
    width: document.documentElement.scrollWidth,
  }
}
