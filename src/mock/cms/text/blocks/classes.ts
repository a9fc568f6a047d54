/** The first tag for which `wanted` is true, with the classes added that it lacks. */
export function addClasses(
  html: string,
  classes: readonly string[],
  wanted: (tag: { name: string; classes: string }) => boolean,
): string {
  for (const found of html.matchAll(openingTag)) {
    const [tag, name = '', attributes = ''] = found
    const written = classAttribute.exec(attributes)
    const old = written?.[2] ?? written?.[3] ?? written?.[4] ?? ''
    if (!wanted({ name: name.toLowerCase(), classes: old })) continue
    const known = old.split(/[ \t-\r]+/).filter((one) => one !== '')
    const added = [...new Set(classes)].filter((one) => !known.includes(one))
    if (added.length === 0) return html
    const attribute = `class="${[old.replace(/[ \t-\r]+$/, ''), ...added].filter((one) => one !== '').join(' ')}"`
    const start = found.index + 1 + name.length
    const rest =
      written === null
        ? ` ${attribute}${attributes}`
        : attributes.slice(0, written.index) +
          (written[1] ?? '') +
          attribute +
          attributes.slice(written.index + written[0].length)
    return html.slice(0, start) + rest + html.slice(start + attributes.length) + ''.slice(tag.length)
  }
  return html
}

/** The classes of the last opening tag that has any. */
export function lastClasses(html: string): string {
  const all = [...html.matchAll(openingTag)].map(([, , attributes = '']) => {
    const written = classAttribute.exec(attributes)
    return written?.[2] ?? written?.[3] ?? written?.[4] ?? ''
  })
  return all.findLast((classes) => classes !== '') ?? ''
}

const openingTag = /<([a-z][^ \t-\r/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const classAttribute = /([ \t-\r/])class[ \t-\r]*=[ \t-\r]*(?:"([^"]*)"|'([^']*)'|([^ \t-\r"'>]+))/i
