/** A mutant that no test can find, because the program behaves the same with it; `why` is the explanation for a reader. */
export type Equivalent = { file: string; code: string; change: string; why: string }

const compose = 'src/core/page/compose.ts'
const scanner = 'src/core/markup/own-markup.ts'

export const equivalents: readonly Equivalent[] = [
  {
    file: compose,
    code: '{ base, past = [], shown = base.inner }: Written,',
    change: '[] → ["Stryker was here"]',
    why: 'no block has this text for its digest, so none is taken for a stale one',
  },
  {
    file: compose,
    code: 'function restoredBlock(inner: string, { base, past = [], shown }: Written & { shown: string }): string {',
    change: '[] → ["Stryker was here"]',
    why: 'no block has this text for its digest, so none is taken for a stale one',
  },
  {
    file: compose,
    code: 'if (past.length === 0) return false',
    change: 'past.length === 0 → false',
    why: 'only quicker: an empty list holds no digest',
  },
  {
    file: compose,
    code: 'if (inner === undefined || sameFacts(inner, shown)) return false',
    change: 'inner === undefined → false',
    why: 'a block that is not there says nothing, and what says nothing is never stale',
  },
  {
    file: compose,
    code: 'if (shown === inner) return [...past]',
    change: 'shown === inner → false',
    why: 'only quicker: the digest of a block that reads the same is taken off the list again',
  },
  {
    file: compose,
    code: 'if (withoutDigests(page.content) === wrapBlock(key, before)) return before',
    change: 'withoutDigests(page.content) === wrapBlock(key, before) → false',
    why: 'only quicker: the block is found, and its inside is the same',
  },
  {
    file: compose,
    code: "if (found.state !== 'ok') return false",
    change: "found.state !== 'ok' → false",
    why: 'a block that is not found counts as edited a few lines further on',
  },
  {
    file: compose,
    code: "const left = merge.block !== undefined || [...merge.kept, ...merge.conflicts].includes('inner')",
    change: 'merge.block !== undefined → false',
    why: 'a merged block that nobody keeps a part of says what is wanted',
  },
  {
    file: 'src/core/plan/batch-split.ts',
    code: 'return savedAt !== undefined && savedAt > since',
    change: 'savedAt !== undefined → true',
    why: 'no time is after one that is not there: the condition is there for the types',
  },
  {
    file: 'src/core/plan/batch-split.ts',
    code: 'if (first === undefined) return []',
    change: 'first === undefined → false',
    why: 'of no items none has failed as often as the first: the condition is there for the types',
  },
  {
    file: 'src/core/merge/merge-fields.ts',
    code: "if (onEdit === 'keep') return { fields: [] }",
    change: '[] → ["Stryker was here"]',
    why: 'no field has this name, so none gives way',
  },
  {
    file: 'src/core/page/conflict.ts',
    code: "const { inner } = mergeInner({ base: mergeBase, current: base.inner, wanted }, 'overwrite')",
    change: '\'overwrite\' → ""',
    why: 'whatever is not `keep` overwrites; the type allows no other word',
  },
  {
    file: 'src/core/plan/undo-entry.ts',
    code: "{ content = '' }: PageWriteBody,",
    change: '\'\' → "Stryker was here!"',
    why: 'neither text holds a block',
  },
  {
    file: 'src/core/merge/merge-fields.ts',
    code: "const isStyled = field === 'inner' && now !== undefined && isRestyled(inner)",
    change: "field === 'inner' && now !== undefined → true",
    why: 'a title, an excerpt and an image never read like a block with an editor’s attributes',
  },
  {
    file: 'src/core/merge/merge-fields.ts',
    code: "const isStyled = field === 'inner' && now !== undefined && isRestyled(inner)",
    change: "field === 'inner' && now !== undefined → field === 'inner' || now !== undefined",
    why: 'a title, an excerpt and an image never read like a block with an editor’s attributes',
  },
  {
    file: 'src/core/merge/merge-fields.ts',
    code: "const isStyled = field === 'inner' && now !== undefined && isRestyled(inner)",
    change: "field === 'inner' → true",
    why: 'a title, an excerpt and an image never read like a block with an editor’s attributes',
  },
  {
    file: 'src/core/merge/merge-fields.ts',
    code: "const isStyled = field === 'inner' && now !== undefined && isRestyled(inner)",
    change: 'now !== undefined → true',
    why: 'a title, an excerpt and an image never read like a block with an editor’s attributes',
  },
  {
    file: 'src/core/plan/undo.ts',
    code: "if (found.state !== 'ok' || !isAsLeft(innerOf(content, found), shown)) return undefined",
    change: "found.state !== 'ok' → false",
    why: 'a page without the delimiters of our block keeps its wrapper, which counts as styling',
  },
  {
    file: scanner,
    code: 'while (at < markup.length) {',
    change: 'at < markup.length → at <= markup.length',
    why: 'at the end of the markup nothing is found, and the loop ends',
  },
  {
    file: scanner,
    code: "const [all, name = '', source = ''] = tag",
    change: '\'\' → "Stryker was here!"',
    why: 'a match has both parts: the defaults are there for the types',
  },
  {
    file: scanner,
    code: 'if (!isAllowed(name, opened.at(-1)) || opened.length > mostDepth) return undefined',
    change: 'opened.length > mostDepth → opened.length >= mostDepth',
    why: 'one level less is scanned, and the parser finds the same',
  },
  {
    file: scanner,
    code: 'return parent !== undefined && parts.get(name)?.has(parent) === true',
    change: 'parent !== undefined → true',
    why: 'no set holds undefined: the condition is there for the types',
  },
  {
    file: scanner,
    code: "if (source === '') return noAttributes",
    change: "source === '' → false",
    why: 'only quicker: a tag without attributes has none to read',
  },
  {
    file: scanner,
    code: "if (source === '') return noAttributes",
    change: '\'\' → "Stryker was here!"',
    why: 'only quicker: a tag without attributes has none to read',
  },
  {
    file: scanner,
    code: "const isRead = voids.has(name) || name === 'script' || /(?:href|src)=\"/.test(source)",
    change: "voids.has(name) || name === 'script' || /(?:href|src)=\"/.test(source) → true",
    why: 'only quicker: more attributes are read than are visible',
  },
  {
    file: scanner,
    code: 'if (!isRead) return noAttributes',
    change: '!isRead → false',
    why: 'only quicker: more attributes are read than are visible',
  },
  {
    file: scanner,
    code: "for (const [, key = '', spelled = ''] of source.matchAll(attributePattern)) {",
    change: '\'\' → "Stryker was here!"',
    why: 'a match has both parts: the defaults are there for the types',
  },
  {
    file: scanner,
    code: "if (!text.includes('&')) return text",
    change: '\'&\' → ""',
    why: 'only quicker: a text without & has no entity',
  },
  {
    file: scanner,
    code: "if (!text.includes('&')) return text",
    change: "!text.includes('&') → false",
    why: 'only quicker: a text without & has no entity',
  },
]
