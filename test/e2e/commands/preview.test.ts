import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import { findBlock } from '../../../src/core/markup/find-block.ts'
import { patiently } from '../../helpers/hang.ts'
import { hasTerminals, runOnTerminal } from '../../helpers/world/cli.ts'
import { templatesOfFile, withWorld } from '../../helpers/fixtures.ts'

const it = withWorld({ gtins: 1, languages: ['de-de', 'en-gb'] }).extend(
  'templates',
  { scope: 'file' },
  templatesOfFile,
)

describe('preview', () => {
  it('prints a page as plain text', async ({ world }) => {
    const { code, stdout, stderr } = await world.run('preview', world.gtins[0] ?? '', 'de-de')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\S.*\nExcerpt: .+\nImage: http\S+ \(.+\)\n\n/)
    expect(stdout).toContain(`\n\n## Eigenschaften\n`)
    expect(stdout).toContain(`GTIN | ${world.gtins[0]}\n`)
    expect(stdout).toMatch(/^\[http\S+\.pdf\] Produktdatenblatt\nDeutsch, PDF, \d+ kB\n/m)
  })

  it('prints the markup for the CMS with --markup', async ({ world }) => {
    const key = { gtin: world.gtins[0] ?? '', language: 'en-gb' }
    const { code, stdout } = await world.run('preview', key.gtin, key.language, '--markup')
    expect([code, findBlock(stdout, key).state]).toEqual([0, 'ok'])
  })

  it('writes an HTML page to a file', async ({ world, templates }) => {
    const file = join(templates, 'page.html')
    const { code, stdout } = await world.run('preview', world.gtins[0] ?? '', 'de-de', '--out', file)
    expect([code, stdout]).toEqual([0, expect.stringContaining(`was saved to ${file}`)])
    expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>\n<html lang="de-de" dir="ltr">/)
  })

  it('refuses an unknown product and a file that cannot be written, with the reason', async ({
    world,
    templates,
  }) => {
    const nowhere = join(templates, 'no/where.html')
    const [unknown, lost] = await Promise.all([
      world.run('preview', '4006381333931', 'de-de'),
      world.run('preview', world.gtins[0] ?? '', 'de-de', '--out', nowhere),
    ])
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('4006381333931 in de-de') })
    expect(lost).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(/where\.html \(--out\) cannot be written: ENOENT: /),
    })
  })
})

describe('TEMPLATE', () => {
  it('chooses a built-in template', async ({ world, templates }) => {
    const preview = ['preview', world.gtins[0] ?? '', 'de-de']
    const compact = await world.runWith({ TEMPLATE: 'compact' }, ...preview)
    expect([compact.code, compact.stdout]).toEqual([0, expect.stringContaining('Produktdatenblatt')])
    expect(compact.stdout).not.toContain('## Eigenschaften')
    const unknown = await world.runWith({ TEMPLATE: 'fancy' }, ...preview)
    expect([unknown.code, unknown.stderr]).toEqual([
      7,
      expect.stringContaining('standard, datasheet, showcase'),
    ])
    const both = await world.runWith({ TEMPLATE: 'compact', TEMPLATE_DIR: templates }, ...preview)
    expect([both.code, both.stderr]).toEqual([
      7,
      expect.stringContaining('Unset TEMPLATE, or remove the file.'),
    ])
  })
})

describe('preview --open', () => {
  it('only prints the file without a terminal; the file has the new page, and nothing is written', async ({
    world,
    onTestFinished,
  }) => {
    const { code, stdout, stderr } = await world.run('preview', world.gtins[0] ?? '', 'en-gb', '--open')
    onTestFinished(() => rm(dirname(stdout.trim()), { recursive: true }))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\/\S+\/product-mirror-preview-\w+\/\d+-en-gb\.html\n$/)
    expect((await stat(dirname(stdout.trim()))).mode & 0o777).toBe(0o700)
    const html = await readFile(stdout.trim(), 'utf8')
    expect(html).toContain('<iframe title="New page"')
    expect(html).not.toContain('<iframe title="Before"')
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  })

  it.for([
    ['opens it in the browser', 'echo "$@" > "$TMPDIR/opened"', undefined],
    ['succeeds without a browser', undefined, 'No browser could be opened'],
  ] as const)(
    'on a terminal %s',
    { skip: !hasTerminals },
    async ([, script, warning], { world, onTestFinished }) => {
      const folder = await mkdtemp(join(tmpdir(), 'open-test-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      if (script !== undefined)
        for (const name of ['xdg-open', 'open'])
          await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      const { code, screen } = await runOnTerminal(
        ['preview', world.gtins[0] ?? '', 'en-gb', '--open'],
        { ...world.env, PATH: folder, TMPDIR: folder, NODE_COMPILE_CACHE: '' },
        '',
      )
      expect(code).toBe(0)
      const [file = ''] = /\S+\.html/.exec(screen) ?? []
      expect(await readFile(file, 'utf8')).toContain('New page')
      if (warning === undefined)
        // The browser's program may still be starting.
        await vi.waitFor(
          async () => expect(await readFile(join(folder, 'opened'), 'utf8')).toBe(`${file}\n`),
          patiently,
        )
      else expect(screen).toContain(warning)
    },
  )

  it('cannot be combined with a file or a form', async ({ world }) => {
    const { code, stderr } = await world.run('preview', world.gtins[0] ?? '', 'en-gb', '--open', '--markup')
    expect(code).toBe(7)
    expect(stderr).toContain("'--open' cannot be used with option '--markup'")
  })

  it('names a temporary folder that cannot be written', async ({ world }) => {
    const { ended } = world.spawnWith(
      { TMPDIR: '/nowhere' },
      'preview',
      world.gtins[0] ?? '',
      'en-gb',
      '--open',
    )
    const { code, stderr } = await ended
    expect([code, stderr]).toEqual([
      7,
      expect.stringMatching(/cannot be saved in \/nowhere: ENOENT.*\. Set TMPDIR/),
    ])
  })
})

describe('a broken template', () => {
  it('stops a run before it starts, and names file and line', async ({ world, templates }) => {
    const file = join(templates, 'page.eta')
    const broken = `${await readFile(file, 'utf8')}\n<%~ it.blocks.paragraph(it.titel) %>\n`
    await writeFile(file, broken)
    const lines = broken.trimEnd().split('\n').length
    const { code, stderr } = await world.runWith({ TEMPLATE_DIR: templates }, 'sync')
    expect(code).toBe(7)
    expect(stderr).toContain(`Template ${file}:${lines}: `)
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  })
})

describe('preview of a page that an editor changed', () => {
  it('prints the page that the next run writes: kept parts and conflicts are marked, the rest is the partner’s', async ({
    world,
  }) => {
    const [gtin = ''] = world.gtins
    await world.mock.patchProduct(gtin, 'de-de', { item_number: 'ALT-1', price: '70.00' })
    await world.report('sync', '--json')
    const pageOf = async () => {
      const page = (await world.recordPages()).find(({ slug }) => slug === `gtin-${gtin}-de-de`)
      if (page === undefined) throw new Error('no page')
      return page
    }
    const { id, content } = await pageOf()
    const edited = content.raw.replace('ALT-1', 'ALT-1 (Hand)')
    await world.cms('PUT', `/cms/v2/pages/${id}`, { title: 'Von Hand', content: edited })
    const untouched = await world.run('preview', gtin, 'de-de')
    expect(untouched.stderr).toContain(`The next run writes nothing to page ${id}`)
    expect(untouched.stdout).toMatch(/^Von Hand {3}← editor’s, stays\n/)
    expect(untouched.stdout).toContain('Artikelnummer | ALT-1 (Hand)   ← editor’s, stays\n')

    await world.mock.patchProduct(gtin, 'de-de', { item_number: 'NEU-1', price: '77.70' })
    const before = await world.mock.stats()
    const { stdout, stderr } = await world.run('preview', gtin, 'de-de')
    const opened = await world.run('preview', gtin, 'de-de', '--open')
    expect((await world.mock.stats()).cmsWrites.total).toBe(before.cmsWrites.total)
    const html = await readFile(opened.stdout.trim(), 'utf8')
    await rm(dirname(opened.stdout.trim()), { recursive: true })
    const [old = '', now = ''] = html.split('<iframe title="After"')
    for (const side of [old, now]) {
      expect(side).toContain('ALT-1 (Hand)')
      expect(side).toContain('<img src=')
    }
    expect([old, now].map((side) => /77[.,]70/.test(side.slice(side.indexOf('srcdoc'))))).toEqual([
      false,
      true,
    ])
    expect(old).toContain('<li>')
    expect(old).toContain('<h1 dir="auto">Von Hand</h1>')
    expect(stdout).toContain(
      'Artikelnummer | ALT-1 (Hand)   ← editor’s, stays: in conflict\n    partner: Artikelnummer | NEU-1\n',
    )
    expect(stderr).toContain('editor and partner both changed a part of the mirrored block')
    await world.report('sync', '--json')
    const after = await pageOf()
    expect(after.title.raw).toBe('Von Hand')
    expect(after.content.raw).toContain('ALT-1 (Hand)')
    // Without marks, the preview was the page that the run made.
    const markup = await world.run('preview', gtin, 'de-de', '--markup')
    expect(after.content.raw).toContain(markup.stdout.trim())
    const price = /\n(Preis[^\n]*77[^\n]*)\n/.exec(stdout)?.[1]
    expect(price).toBeDefined()

    await world.run('resolve', gtin, 'de-de', 'hold')
    await world.mock.patchProduct(gtin, 'de-de', { price: '88.80' })
    const held = await world.run('preview', gtin, 'de-de')
    expect(held.stderr).toContain('The next run writes nothing: held by ')
    expect(held.stdout).toContain(`${price}\n`)
  })
})
