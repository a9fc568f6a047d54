import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { readProject } from '../../test/architecture/source-files.ts'
import { phrases } from './phrases.ts'
import { linesOf, partsOf, type Text } from './texts.ts'

// `npm run prose` counts unidiomatic phrases per 1,000 words in each kind of prose, and fails if one exceeds its budget.
// `--list GROUP` prints the hits of a group, `--since REVISION` those in lines that were added since.

const { values: options } = parseArgs({ options: { list: { type: 'string' }, since: { type: 'string' } } })
const files = await readProject()
const those = (...patterns: RegExp[]) => files.filter(({ path }) => patterns.some((one) => one.test(path)))
const source = those(/^(src|jobs|config|bin)\/.*\.(ts|mjs)$/)
const daemon = source.filter(({ path }) => !path.startsWith('src/mock/')).map(partsOf)
const bundled = source.filter(({ path }) => path.startsWith('src/mock/')).map(partsOf)
const scripts = those(/^src\/.*\.lua$/)
  .flatMap(linesOf)
  .filter(({ text }) => text.trimStart().startsWith('--'))
const tests = those(/^(test|tools)\/.*\.ts$/)
  .filter(({ path }) => path !== 'tools/prose/phrases.ts')
  .map(partsOf)

/** The prose of each group, and the hits per 1,000 words that it may have. */
const groups: Record<string, { budget: number; texts: Text[] }> = {
  readme: { budget: 3, texts: those(/^(README|CONTRIBUTING|SECURITY)\.md$/).flatMap(linesOf) },
  docs: {
    budget: 3,
    texts: those(
      /^docs\/[^/]+\.md$/,
      /^docs\/kubernetes\/.*\.md$/,
      /^examples\/.*\.md$/,
      /^\.env\.example$/,
    ).flatMap(linesOf),
  },
  decisions: { budget: 3, texts: those(/^docs\/adr\//).flatMap(linesOf) },
  architecture: { budget: 3, texts: those(/^ARCHITECTURE\.md$/).flatMap(linesOf) },
  changelog: { budget: 3, texts: those(/^CHANGELOG\.md$/).flatMap(linesOf) },
  views: { budget: 3, texts: those(/\.eta$/).flatMap(linesOf) },
  messages: { budget: 3, texts: daemon.flatMap(({ messages }) => messages) },
  comments: { budget: 3, texts: [...daemon.flatMap(({ comments }) => comments), ...scripts] },
  'comments of the bundled server': { budget: 3, texts: bundled.flatMap(({ comments }) => comments) },
  'comments of tests': { budget: 3, texts: tests.flatMap(({ comments }) => comments) },
  'test names': { budget: 3, texts: tests.flatMap(({ testNames }) => testNames) },
}

type Hit = Text & { name: string; instead: string }

const hitsOf = (texts: readonly Text[]): Hit[] =>
  texts.flatMap((part) =>
    phrases.flatMap(({ name, pattern, instead }) =>
      Array.from(part.text.matchAll(pattern), () => ({ ...part, name, instead })),
    ),
  )
const print = (hits: readonly Hit[]): void => {
  for (const { path, line, name, instead, text } of hits)
    writeLine(`${path}:${line}  ${name} → ${instead} | ${text.trim().slice(0, 110)}`)
}

const all = Object.entries(groups).map(([name, { budget, texts }]) => {
  const words = texts.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0)
  const hits = hitsOf(texts)
  return { name, budget, words, hits, rate: (1000 * hits.length) / Math.max(1, words) }
})
const listed = all.find(({ name }) => name === options.list)
if (options.since !== undefined) {
  const added = addedSince(options.since)
  print(all.flatMap(({ hits }) => hits).filter(({ path, line }) => added.has(`${path}:${line}`)))
} else if (options.list !== undefined) {
  if (listed === undefined)
    throw new Error(`No group is called “${options.list}”. The groups are: ${Object.keys(groups).join(', ')}`)
  print(listed.hits)
} else {
  for (const { name, budget, words, hits, rate } of all)
    writeLine(
      `${rate > budget ? '✗' : ' '} ${name.padEnd(30)} ${rate.toFixed(1).padStart(5)} per 1,000 of ${words} words (${hits.length} phrases, at most ${budget})`,
    )
  for (const { name } of all.filter(({ rate, budget }) => rate > budget))
    writeLine(`Too many phrases in “${name}”. To list them: npm run prose -- --list "${name}"`)
  process.exitCode = all.some(({ rate, budget }) => rate > budget) ? 1 : 0
}

function writeLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** The lines added since a revision, as `path:line`. */
function addedSince(revision: string): Set<string> {
  const added = new Set<string>()
  const diff = execFileSync('git', ['diff', '-U0', revision, '--'], { encoding: 'utf8', maxBuffer: 1 << 28 })
  let path = ''
  let line = 0
  for (const row of diff.split('\n')) {
    if (row.startsWith('+++ ')) path = row.slice('+++ b/'.length)
    else if (row.startsWith('@@')) line = Number(/\+(\d+)/.exec(row)?.[1])
    else if (row.startsWith('+')) added.add(`${path}:${line++}`)
  }
  return added
}
