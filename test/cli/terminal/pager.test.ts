import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { throughPager } from '../../../src/cli/terminal/pager.ts'
import { screenOf } from '../../helpers/browser/screen.ts'

/** The screen content after a text went through a pager, and the input of that pager. */
async function page(isTTY: boolean, pager: (kept: string) => string) {
  const folder = await mkdtemp(join(tmpdir(), 'pager-'))
  const kept = join(folder, 'kept.txt')
  const program = join(folder, 'pager.sh')
  await writeFile(program, 'printf "%s\\n" "$LESS" > "$1"; cat >> "$1"')
  await writeFile(kept, '')
  const { screen, written } = screenOf({ isTTY })
  await throughPager(
    screen,
    { PATH: process.env['PATH'], PAGER: pager(`sh ${program} ${kept}`) },
    async (to) => {
      if (!to.write('a long plan')) await once(to, 'drain')
    },
  )
  return { shown: written.join(''), given: await readFile(kept, 'utf8') }
}

describe('a long text', () => {
  test('goes through the pager on a terminal, which keeps colours and quits when everything fits', async () => {
    expect(await page(true, (command) => command)).toEqual({ shown: '', given: 'FRX\na long plan' })
  })

  test.each([
    ['without a terminal', false, (command: string) => command],
    ['with PAGER=cat', true, () => 'cat'],
    ['with an empty PAGER', true, () => ''],
    ['where the pager is not installed', true, () => 'no-such-pager'],
  ])('is printed unchanged %s', async (_, isTTY, pager) => {
    expect(await page(isTTY, pager)).toEqual({ shown: 'a long plan', given: '' })
  })
})
