import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Done } from '../../../tools/chaos/actors/editors.ts'
import type { PageRow } from '../../../tools/chaos/actors/pages.ts'
import { openPartner } from '../../../tools/chaos/actors/partner.ts'
import type { Outcome } from '../../../tools/chaos/actors/runs.ts'
import { startServer } from '../../../tools/chaos/actors/server.ts'
import { endNight } from '../../../tools/chaos/breakage.ts'
import { checkGreen } from '../../../tools/chaos/oracle/check-green.ts'
import { checkNight } from '../../../tools/chaos/oracle/check-outcomes.ts'
import { checkHidden, checkOwn } from '../../../tools/chaos/oracle/check-people.ts'
import { applyEdit } from '../../../tools/chaos/oracle/apply-edit.ts'
import { checkPage } from '../../../tools/chaos/oracle/check-page.ts'
import { nothingYet, type Expected } from '../../../tools/chaos/oracle/expectation.ts'
import { advance, forget } from '../../../tools/chaos/oracle/expected.ts'
import { drawSchedule } from '../../../tools/chaos/story/draw.ts'
import type { Schedule } from '../../../tools/chaos/story/schedule.ts'
import { page } from './page-row.ts'

const place = { product: 0, language: 0, mark: 'm1' }
const known = { phase: 1, record: '1/de', when: 'before' } as const

describe('the first night', () => {
  const outcomes = [{ gtin: '1', language: 'de', result: 'retired' }]

  test('may retire a record that was absent in earlier nights and that an editor releases', () => {
    expect(checkNight({ id: 'r' }, outcomes, new Set(['1/de']))).toEqual([])
  })

  test('may not retire another record', () => {
    expect(checkNight({ id: 'r' }, outcomes, new Set(['2/de']))).toHaveLength(1)
  })
})

describe('a hidden page', () => {
  const hide = (from: string): Done => ({
    ...known,
    action: { ...place, do: 'set-status', status: 'draft' },
    before: { ...page, status: from },
    after: { ...page, status: 'draft' },
  })

  test('must not be public again', () => {
    expect(checkHidden([hide('publish')], [page])).toHaveLength(1)
  })

  test('may be public again if it was a draft when the editor saved it as one', () => {
    expect(checkHidden([hide('draft')], [page])).toEqual([])
  })
})

describe('a page of an editor', () => {
  const made: Done = { ...known, action: { ...place, do: 'foreign' }, made: page }
  const taken = { ...page, title: 'Mine' }
  const takeOver: Done = { ...known, action: { ...place, do: 'take-over' }, made: taken }
  const own = new Set([page.id])
  const now = (row: PageRow, deletedFiles = new Set<number>()) => ({
    pages: [row],
    expectations: new Map<string, Expected>(),
    deletedFiles,
  })

  test('that was adopted and taken over stays as it was when it was taken over', () => {
    expect(checkOwn([made, takeOver], own, now(taken))).toEqual([])
    expect(checkOwn([made, takeOver], own, now(page))).toHaveLength(1)
  })

  test('loses its image only with the file', () => {
    const [shown, bare] = [{ ...taken, featuredMedia: 3 }, taken]
    const withImage = { ...takeOver, made: shown }
    expect(checkOwn([withImage], own, now(bare, new Set([3])))).toEqual([])
    expect(checkOwn([withImage], own, now(bare, new Set([4])))).toHaveLength(1)
  })

  test('stays as it was made', () => {
    expect(checkOwn([made], own, now(taken))).toHaveLength(1)
  })
})

describe('a page that an editor deleted', () => {
  const product = { name: 'One' }
  const before: Expected = { ...nothingYet(), page: 'deleted', version: product, files: { file: ['old'] } }
  const policy = { retireTo: 'draft', misses: 1, onEdit: 'keep', guards: 'open' } as const

  test('stays away when one of its files changes', () => {
    const said = { product, files: { file: 'new' } }
    expect(advance(before, [], said, policy).page).toBe('deleted')
  })

  test('is there again when its product changes', () => {
    const said = { product: { name: 'Two' }, files: { file: 'old' } }
    expect(advance(before, [], said, policy).page).toBe('alive')
  })
})

describe('a block that an editor unlocked and styled', () => {
  const opening =
    '<!-- wp:group {"className":"product-mirror gtin-4026639012345 lang-de-de","templateLock":"all"} --><div class="wp-block-group">'
  const content = `${opening}<p>One</p></div><!-- /wp:group -->`
  const unlocked = content.replace(',"templateLock":"all"', '')
  const unlock: Done = {
    ...known,
    action: { ...place, do: 'unlock-group' },
    before: { ...page, content },
    after: { ...page, content: unlocked },
  }
  const style: Done = { ...known, action: { ...place, do: 'style-inside' } }
  const remove: Done = {
    ...known,
    action: { ...place, do: 'remove-block' },
    before: { ...page, content: unlocked },
    after: { ...page, content: '<p>Mine</p>' },
  }
  const around = {
    slug: page.slug,
    parent: page.parent,
    mediaOf: () => undefined,
    isDeleted: () => false,
    tagOf: () => undefined,
    wasDeleted: () => false,
  }

  function faultsOf(actions: readonly Done[], now: string): string[] {
    const expected: Expected = { ...nothingYet(), page: 'alive', statuses: ['publish'] }
    for (const done of actions) applyEdit(expected, done)
    // After Redis data loss, an adoption may have added the block again.
    expected.either = ['whole']
    return checkPage(expected, { ...page, content: now }, around)
  }

  test('stays so', () => {
    expect(faultsOf([unlock], unlocked)).toEqual([])
    expect(faultsOf([unlock], content)).toHaveLength(1)
    expect(faultsOf([style], unlocked)).toHaveLength(1)
  })

  test('is a new one if it was taken out and an overwriting write adds it again', () => {
    expect(faultsOf([unlock, style, remove], `<p>Mine</p>${content}`)).toEqual([])
  })
})

describe('a page whose block an editor removed and whose product is gone', () => {
  const product = { name: 'One' }
  const alive: Expected = { ...nothingYet(), page: 'alive', statuses: ['publish'], version: product }
  const policy = { retireTo: 'draft', misses: 1, onEdit: 'keep', guards: 'open' } as const
  const content =
    '<!-- wp:group {"className":"product-mirror gtin-4026639012345 lang-de-de"} --><div class="wp-block-group product-mirror gtin-4026639012345 lang-de-de"></div><!-- /wp:group -->'
  const remove: Done = {
    ...known,
    action: { ...place, do: 'remove-block' },
    before: { ...page, content },
    after: page,
  }
  const saveBack: Done = {
    ...known,
    action: { ...place, do: 'save-stale' },
    before: page,
    after: { ...page, content },
  }

  function removed(before: Expected): Expected {
    const now = structuredClone(before)
    applyEdit(now, remove)
    return now
  }

  const gone = (now: Expected, rules: Schedule['policy'] = policy) => advance(now, [], undefined, rules)

  test('is retired', () => {
    expect(gone(removed(alive))).toMatchObject({ page: 'alive', statuses: ['draft'], retired: 'draft' })
  })

  test('stays as it is if Redis was lost after the block was removed', () => {
    for (const retireTo of ['draft', 'trash', 'delete'] as const)
      expect(gone(forget(removed(alive), policy), { ...policy, retireTo })).toMatchObject({
        page: 'alive',
        statuses: ['publish'],
        retired: undefined,
      })
  })

  test('is retired if Redis was lost before the block was removed', () => {
    expect(gone(removed(forget(alive, policy)))).toMatchObject({ statuses: ['draft'], retired: 'draft' })
  })

  test('is retired if Redis was lost and an editor saved the block back while the product was listed', () => {
    const lost = forget(removed(alive), policy)
    expect(gone(advance(lost, [saveBack], { product, files: {} }, policy)).statuses).toEqual(['draft'])
    expect(advance(lost, [saveBack], undefined, policy).statuses).toEqual(['publish'])
  })

  test('may be retired with ON_SLUG_TAKEN=adopt, which may have added the block again', () => {
    const adopts = { ...policy, onSlugTaken: 'adopt' } as const
    expect(gone(forget(removed(alive), adopts), adopts).statuses).toEqual(['draft', 'publish'])
  })
})

describe('a page that is retired with a notice', () => {
  const product = { name: 'One' }
  const alive: Expected = { ...nothingYet(), page: 'alive', statuses: ['publish'], version: product }
  const policy = { retireTo: 'notice', misses: 1, onEdit: 'keep', guards: 'open' } as const
  const gone = advance(alive, [], undefined, policy)
  const back = advance(gone, [], { product, files: {} }, policy)
  const notice = '<p class="mirror-notice">Gone.</p>'
  const contentOf = (inner: string): string =>
    `<!-- wp:group {"className":"product-mirror gtin-1 lang-de"} --><div class="wp-block-group">${inner}</div><!-- /wp:group -->`
  const around = {
    slug: page.slug,
    parent: page.parent,
    mediaOf: () => undefined,
    isDeleted: () => false,
    tagOf: () => undefined,
    wasDeleted: () => false,
  }
  const faultsOf = (expected: Expected, inner: string): string[] =>
    checkPage(expected, { ...page, content: contentOf(inner) }, around)

  test('stays public and shows the notice until its product returns', () => {
    expect(gone).toMatchObject({ statuses: ['publish'], retired: 'notice' })
    expect(faultsOf(gone, notice)).toEqual([])
    expect(faultsOf(gone, '<p>One</p>')).toEqual(['shows no notice'])
    expect(back).toMatchObject({ statuses: ['publish'], retired: undefined })
    expect(faultsOf(back, '<p>One</p>')).toEqual([])
    expect(faultsOf(back, notice)).toEqual(['shows a notice'])
  })

  test('may keep a notice that an editor changed', () => {
    const edited = { ...back, words: { inner: 'Person m1' }, contested: ['all'] }
    expect(faultsOf(edited, `${notice}Person m1`)).toEqual([])
  })

  test('keeps the status that an editor gave it before', () => {
    const hidden = { ...alive, statuses: ['draft'], words: { status: 'draft' } }
    expect(advance(hidden, [], undefined, policy)).toMatchObject({ statuses: ['draft'], retired: 'keep' })
  })
})

test('a page that lost its image with the file may be kept as a draft instead of deleted', () => {
  const policy = { retireTo: 'delete', misses: 1, onEdit: 'keep', guards: 'open' } as const
  const shown: Expected = { ...nothingYet(), page: 'alive', statuses: ['publish'], version: { gtin: '1' } }
  expect(advance(shown, [], undefined, policy).page).toBe('deleted')
  expect(advance({ ...shown, bereft: true }, [], undefined, policy).page).toBe('any')
})

describe('a version with emptied fields', () => {
  const policy = { retireTo: 'notice', misses: 1, onEdit: 'keep', guards: 'open' } as const
  const full = { gtin: '1', name: 'One', intro: 'zxa', application: 'zxb', advantages: 'zxc' }
  const emptied = { ...full, intro: '', application: '', advantages: '' }
  const shown: Expected = { ...nothingYet(), page: 'alive', statuses: ['publish'], version: full }

  test('is held back even after Redis was lost', () => {
    const now = advance(forget(shown, policy), [], { product: emptied, files: {} }, policy)
    expect(now).toMatchObject({ held: true, version: full })
  })

  test('is shown if Redis was lost while the product was absent: nothing is left to compare it with', () => {
    const absent = advance(shown, [], undefined, policy)
    const now = advance(forget(absent, policy), [], { product: emptied, files: {} }, policy)
    expect(now).toMatchObject({ held: false, version: emptied })
  })
})

test('schedules with notices leave each page a place for one', () => {
  const drawn = [3, 11, 19, 27, 35, 43, 51, 59].map((index) => drawSchedule(1, index))
  const noticed = drawn.filter(({ policy }) => policy.retireTo === 'notice')
  expect(noticed.length).toBeGreaterThan(3)
  for (const { phases } of noticed)
    for (const { editors, during, undo, visits } of phases) {
      const actions = [...editors, ...during, ...(undo?.editors ?? [])].map(({ do: what }) => what)
      expect(actions).not.toContain('remove-block')
      expect(visits).toBeUndefined()
    }
})

/** Two products in two languages, and a CMS without their pages. */
async function openSite() {
  const languages = ['de-de', 'en-gb']
  const server = await startServer({ gtins: 2, languages, engine: 'plain', seed: 1 })
  const folder = await mkdtemp(join(tmpdir(), 'chaos-oracle-'))
  onTestFinished(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })
  const partner = await openPartner(server, languages, folder)
  const editors = { look: () => Promise.resolve(), done: [], pageIds: new Map<string, number>() }
  const runsWith = (outcomes: Outcome[]) => ({ outcomes: () => Promise.resolve(outcomes) })
  return { server, partner, editors, runsWith }
}

describe('a product that always failed', () => {
  const run = { id: 'r', state: 'partial' }

  test('has a failed record in each language of its night', async () => {
    const { partner, runsWith } = await openSite()
    const tonight = [{ do: 'language-off', language: 1 } as const]
    const runs = runsWith([{ gtin: partner.gtinOf(0), language: 'de-de', result: 'failed' }])
    for (const change of tonight) await partner.change(change)
    expect(await endNight({ partner, runs }, { tonight, broken: [0] }, run)).toEqual([])
    expect(partner.served()).toEqual(['de-de', 'en-gb'])
    expect(await endNight({ partner, runs }, { broken: [0] }, run)).toHaveLength(1)
  })

  test('may be missing in a night without it', async () => {
    const { partner, runsWith } = await openSite()
    const tonight = [{ do: 'delist', product: 0 } as const]
    const runs = runsWith([])
    for (const change of tonight) await partner.change(change)
    expect(await endNight({ partner, runs }, { tonight, broken: [0] }, run)).toEqual([])
    expect(await endNight({ partner, runs }, { broken: [0] }, run)).toHaveLength(1)
  })
})

describe('a page that was updated', () => {
  const results = async (
    result: string,
    change: { do: 'delist'; product: number } | { do: 'language-off'; language: number },
  ) => {
    const { server, partner, editors, runsWith } = await openSite()
    const runs = runsWith([{ gtin: partner.gtinOf(0), language: 'de-de', result }])
    const site = { server, partner, editors, runs }
    const listed = await checkGreen(site, { id: 'r' })
    await partner.change(change)
    return [listed.length, (await checkGreen(site, { id: 'r' })).length]
  }

  test('shows the product, unless the partner lists the product or the language no more', async () => {
    expect(await results('updated', { do: 'delist', product: 0 })).toEqual([1, 0])
    expect(await results('updated', { do: 'language-off', language: 0 })).toEqual([1, 0])
  })

  test('is judged in any case if it was created', async () => {
    expect(await results('created', { do: 'delist', product: 0 })).toEqual([1, 1])
  })
})

describe('a document', () => {
  const file = { id: 3, slug: 'media-new', sourceUrl: 'http://localhost/new.pdf' }
  const faultsOf = (held: boolean, deleted: string) => {
    const expected: Expected = {
      ...nothingYet(),
      page: 'alive',
      statuses: ['publish'],
      version: { name: 'One', datasheet: 'address' },
      files: { address: ['old', 'new'] },
      held,
    }
    const content =
      '<!-- wp:group {"className":"product-mirror gtin-1 lang-de"} --><div></div><!-- /wp:group -->'
    return checkPage(
      expected,
      { ...page, content },
      {
        slug: page.slug,
        parent: page.parent,
        mediaOf: (sha256) => (sha256 === 'new' ? file : undefined),
        isDeleted: () => false,
        tagOf: () => undefined,
        wasDeleted: (sha256) => sha256 === deleted,
      },
    )
  }

  test('is linked by its page', () => {
    expect(faultsOf(false, 'old')).toEqual(['the page does not link its datasheet'])
    expect(faultsOf(true, 'another')).toEqual(['the page does not link its datasheet'])
  })

  test('need not be linked again if an editor deleted it and the version is held back', () => {
    expect(faultsOf(true, 'old')).toEqual([])
  })
})
