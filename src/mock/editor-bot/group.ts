const delimiter = /<!--\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+(?:(\{[\s\S]*?\})\s+)?(\/)?-->/g

/**
 * The offsets of a mirrored block: `start` to `end` includes the delimiters, `innerStart` to `innerEnd` is the content
 * of its element.
 */
export type Group = {
  readonly start: number
  readonly end: number
  readonly openEnd: number
  readonly innerStart: number
  readonly innerEnd: number
  readonly attributes: Readonly<Record<string, unknown>>
}

/** The first mirrored block in the content of a page. */
export function findGroup(content: string): Group | undefined {
  let opened: { start: number; openEnd: number; attributes: Group['attributes'] } | undefined
  let depth = 0
  for (const found of content.matchAll(delimiter)) {
    const [whole, closes, name, json, isVoid] = found
    if (isVoid === '/') continue
    if (opened === undefined) {
      const attributes = closes === '/' || name !== 'group' ? undefined : mirrorAttributes(json)
      if (attributes === undefined) continue
      opened = { start: found.index, openEnd: found.index + whole.length, attributes }
    } else if (closes !== '/') depth++
    else if (depth-- === 0) return groupOf(content, opened, { at: found.index, length: whole.length })
  }
  return undefined
}

/** True if the content contains the mirrored block of a record. */
export function isMirrored(content: string): boolean {
  return content.includes('product-mirror') && /\bgtin-\d{13}\b/.test(content)
}

function mirrorAttributes(json: string | undefined): Group['attributes'] | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '')
    if (typeof value !== 'object' || value === null || !('className' in value)) return undefined
    const { className } = value
    const isOurs = typeof className === 'string' && className.split(/\s+/).includes('product-mirror')
    return isOurs ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function groupOf(
  content: string,
  opened: { start: number; openEnd: number; attributes: Group['attributes'] },
  closer: { at: number; length: number },
): Group | undefined {
  const { openEnd } = opened
  const html = content.slice(openEnd, closer.at)
  const head = /^\s*<[a-z]+[^>]*>/i.exec(html)?.[0]
  const tail = /<\/[a-z]+>\s*$/i.exec(html)?.[0]
  if (head === undefined || tail === undefined || head.length + tail.length > html.length) return undefined
  return {
    ...opened,
    end: closer.at + closer.length,
    innerStart: openEnd + head.length,
    innerEnd: closer.at - tail.length,
  }
}
