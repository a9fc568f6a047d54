import { Parser } from 'htmlparser2'

export type Text = { text: string }
export type Tag = { name: string; attributes: Record<string, string>; children: Node[] }
export type Node = Text | Tag

/** Markup as a tree of tags and decoded text; comments are dropped. */
export function parseTree(html: string): Node[] {
  const root: Tag = { name: '', attributes: {}, children: [] }
  const open = [root]
  const parser = new Parser({
    onopentag(name, attributes) {
      const tag = { name, attributes, children: [] }
      open.at(-1)?.children.push(tag)
      open.push(tag)
    },
    ontext: (text) => void open.at(-1)?.children.push({ text }),
    onclosetag: () => void open.pop(),
  })
  parser.end(html)
  return root.children
}

export function isTag(node: Node): node is Tag {
  return 'name' in node
}
