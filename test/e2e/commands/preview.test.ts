import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBlock } from '../../../src/core/markup/find-block.ts'
import { openWorld, type World } from '../../helpers/world/mirror-world.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld({ gtins: 1, languages: ['de-de', 'en-gb'] })
  folder = await mkdtemp(join(tmpdir(), 'preview-'))
  await cp('config/templates/page.eta', join(folder, 'page.eta'))
  const template = await readFile(join(folder, 'page.eta'), 'utf8')
  await writeFile(join(folder, 'page.eta'), `${template}\n<%~ it.blocks.paragraph(it.titel) %>\n`)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => world.run(...args)

describe.concurrent('preview', () => {
  it('prints a page as plain text', async () => {
    const { code, stdout, stderr } = await run('preview', world.gtins[0] ?? '', 'de-de')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\S.*\nExcerpt: .+\nPicture: http\S+ \(.+\)\n\n/)
    expect(stdout).toContain(`\n\n## Technische Daten\n`)
    expect(stdout).toContain(`GTIN | ${world.gtins[0]}\n`)
    expect(stdout).toMatch(/• \[http\S+\.pdf\] Produktdatenblatt \(PDF, \d+ kB\)\n/)
  })

  it('prints the markup for the CMS with --markup', async () => {
    const key = { gtin: world.gtins[0] ?? '', language: 'en-gb' }
    const { code, stdout } = await run('preview', key.gtin, key.language, '--markup')
    expect([code, findBlock(stdout, key).state]).toEqual([0, 'ok'])
  })

  it('writes an HTML page to a file', async () => {
    const file = join(folder, 'page.html')
    const { code, stdout } = await run('preview', world.gtins[0] ?? '', 'de-de', '--out', file)
    expect([code, stdout]).toEqual([0, expect.stringContaining(`was saved to ${file}`)])
    expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>\n<html lang="de-de" dir="ltr">/)
  })

  it('refuses an unknown product and a file that cannot be written, with the reason', async () => {
    const nowhere = join(folder, 'no/where.html')
    const [unknown, lost] = await Promise.all([
      run('preview', '4006381333931', 'de-de'),
      run('preview', world.gtins[0] ?? '', 'de-de', '--out', nowhere),
    ])
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('4006381333931 in de-de') })
    expect(lost).toMatchObject({ code: 7, stderr: expect.stringContaining('where.html (--out) cannot be') })
  })
})

describe.concurrent('a broken template', () => {
  it('stops a run before it starts, and names file and line', async () => {
    const lines = (await readFile(join(folder, 'page.eta'), 'utf8')).trimEnd().split('\n').length
    const { code, stderr } = await world.runWith({ TEMPLATE_DIR: folder }, 'sync')
    expect(code).toBe(7)
    expect(stderr).toContain(`Template ${join(folder, 'page.eta')}:${lines}: `)
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  })
})
