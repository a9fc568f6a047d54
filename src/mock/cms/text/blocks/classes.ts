/** Adds the missing classes to the first tag for which `wanted` is true. */
export function addClasses(
  html: string,
  classes: readonly string[],
  wanted: (tag: { name: string; classes: string }) => boolean,
): string {
  for (const found of html.matchAll(openingTag)) {
    const [, name = '', attributes = ''] = found
    const written = classAttribute.exec(attributes)
    const old = written?.[1] ?? written?.[2] ?? written?.[3] ?? ''
    if (!wanted({ name: name.toLowerCase(), classes: old })) continue
    const known = new Set(old.split(/[ \t-\r]+/))
    const added = classes.filter((one) => !known.has(one))
    if (added.length === 0) return html
    const attribute = `class="${[old.trimEnd(), ...added].join(' ').trimStart()}"`
    const changed =
      written === null ? ` ${attribute}${attributes}` : attributes.replace(written[0], () => ` ${attribute}`)
    const start = found.index + 1 + name.length
    return html.slice(0, start) + changed + html.slice(start + attributes.length)
  }
  return html
}

/** The classes of the last opening tag that has any. */
export function lastClasses(html: string): string {
  const all = [...html.matchAll(openingTag)].map(([, , attributes = '']) => {
    const written = classAttribute.exec(attributes)
    return written?.[1] ?? written?.[2] ?? written?.[3] ?? ''
  })
  return all.findLast((classes) => classes !== '') ?? ''
}

const openingTag = /<([a-z][^ \t-\r/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const classAttribute = /[ \t-\r/]class[ \t-\r]*=[ \t-\r]*(?:"([^"]*)"|'([^']*)'|([^ \t-\r"'>]+))/i
