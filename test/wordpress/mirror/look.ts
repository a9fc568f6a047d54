/** A page's content area as a reader sees it. */
export type Look = {
  /** The alternative text of each image, except emoji that WordPress converted. */
  pictures: string[]
  /** Images without dimensions, which would move the text below them when they are loaded. */
  unsized: string[]
  /** In order, such as `2 Downloads`. */
  headings: string[]
  /** Text that is not aligned to the side where reading starts. */
  misaligned: string[]
  /** Elements of the mirrored block that extend beyond the screen without a scrollable parent. */
  cutOff: string[]
  /** The scroll width of the page. */
  width: number
}

type Element = {
  tagName: string
  textContent: string
  outerHTML: string
  alt?: string
  getAttribute(name: string): string | null
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

/** Inspects the opened page. It runs in the browser and may not use anything outside its own body. */
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
    unsized: all('img:not(.emoji)')
      .filter((image) => !Number(image.getAttribute('width')) || !Number(image.getAttribute('height')))
      .map(name),
    headings: all(':is(h1, h2, h3, h4, h5, h6)').map(
      ({ tagName, textContent }) => `${tagName.slice(1)} ${textContent.trim()}`,
    ),
    misaligned: all('.product-mirror :is(p, li, th, td, h2, h3, h4)').filter(beginsWrong).map(name),
    cutOff: all('.product-mirror *').filter(isBeyond).map(name),
    width: document.documentElement.scrollWidth,
  }
}
