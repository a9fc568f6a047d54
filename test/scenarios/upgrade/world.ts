import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { createAudit } from '../../../src/store/runs/audit.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createSentNotices } from '../../../src/store/fleet/sent-notices.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { hold } from '../../helpers/sync/held-plan.ts'
import { openRecordingProxy } from '../../helpers/world/recording-proxy.ts'
import { openStage, type Mirror } from '../../helpers/sync/sync-deps.ts'
import { go } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { wholeRun } from './whole-run.ts'
import { storeIntents } from '../../helpers/sync/store-intents.ts'

/** Host in every stored link, since the bundled server's port is another one each time. */
const host = 'mirror.test'

export const menuId = 15
export const mirrorId = 'shop'

/** Only what needs neither labels nor media addresses, which hold the month: time and new wording change nothing here. */
const template = `<% const { blocks } = it %><%~ it.intro %>
<% if (it.languages.length > 0) { %><%~ blocks.languageList(it.languages) %><% } %>`

/** The bundled server with four products in two languages; it can be reset to exactly the same state. */
export async function openUpgradeWorld() {
  const stage = await openStage({ gtins: 4, languages: 'de-de,en-gb' })
  const proxy = await openRecordingProxy(stage.mock.origin, host)
  const { labels } = await readTemplates()
  const renderer = {
    ...createRenderer({ template: { file: 'upgrade.eta', text: template }, labels }),
    digest: 'template-of-the-fixture',
  }
  const key = (product: number, language: 'de-de' | 'en-gb'): RecordKey => ({
    gtin: stage.gtins[product] ?? '',
    language,
  })

  function openMirror(id: string): Mirror {
    const mirror = stage.openMirror({
      keys: createKeys(id),
      policy: { menuId },
      concurrency: 1,
      renderer,
      addresses: { partner: proxy.origin, cms: `${proxy.origin}${new URL(stage.mock.cmsRoot).pathname}` },
    })
    const { partner } = mirror
    mirror.partner = {
      ...partner,
      fetchAsset: (asset, known, signal) =>
        partner.fetchAsset(
          { ...asset, url: asset.url.replace(`http://${host}`, proxy.origin) },
          known,
          signal,
        ),
    }
    return mirror
  }

  return {
    ...stage,
    key,
    openMirror,
    async close() {
      await stage.tidy()
      await proxy.close()
      await stage.close()
    },
  }
}

export type UpgradeWorld = Awaited<ReturnType<typeof openUpgradeWorld>>

/** Exercises everything that leaves something in the store; returns the ids of the runs. */
export async function liveThrough(world: UpgradeWorld, mirror: Mirror) {
  const { key, mock, editor, redis } = world
  const at = (): string => mirror.now().toISOString()
  const change = ({ gtin, language }: RecordKey, fields: Record<string, string>) =>
    mock.patchProduct(gtin, language, fields)
  const blocked = await mirror.partner.fetchProduct(key(2, 'de-de'), undefined, go)
  const lost = blocked.state === 'present' ? new URL(blocked.product.datasheet).pathname : ''
  const gone = { side: 'partner', path: lost, kind: 'status', status: 404 } as const
  await mock.faults([gone])
  const first = await wholeRun(mirror)

  await change(key(2, 'en-gb'), { language: 'fr-fr' })
  await editor.edit((await editor.page(key(0, 'de-de'))).id, { title: 'Vom Redakteur' })
  await change(key(0, 'de-de'), { name: 'Neues Band' })
  await editor.autosave((await editor.page(key(0, 'en-gb'))).id, { content: 'Half a sentence.' })
  await change(key(0, 'en-gb'), { intro: 'Seals joints.' })
  await change(key(1, 'de-de'), { intro: 'Dichtet Fugen.' })
  await resolveRecord(mirror, key(1, 'en-gb'), { choice: 'hold', by: 'olive', reason: 'is checked' }, go)
  await change(key(2, 'de-de'), { intro: '', application: '', advantages: '', item_number: '' })
  await mock.deleteProduct(key(3, 'en-gb').gtin, 'en-gb')
  mirror.pass(3600_000)
  const second = await wholeRun(mirror)

  await change(key(3, 'de-de'), { intro: 'Dichtet alles.' })
  mirror.pass(3600_000)
  const undone = await wholeRun(mirror)
  const undoing = await undo(mirror, undone)

  await editor.edit((await editor.page(key(1, 'de-de'))).id, { excerpt: 'Vom Redakteur' })
  const verified = await verify(mirror)

  await change(key(1, 'de-de'), { intro: 'Dichtet Fugen dicht.' })
  mirror.pass(3600_000)
  const held = await hold(mirror)

  // Traces that only a crash or a race leaves behind; about records that no later run meets.
  const away: RecordKey = { gtin: '4000000000006', language: 'de-de' }
  const read = { revision: 7, revisions: 2 }
  const wrote = { digest: 'digest', left: ['title' as const] }
  const sent = { runId: held, sentAt: mirror.now().getTime() }
  await storeIntents(redis, mirror.keys, [
    { key: away, ...sent, since: 1_790_000_000_000, read, wrote },
    { key: 'parent:products/xx', ...sent },
  ])
  await mirror.writes.markUncertain(held, [away], 1_790_000_000_000)
  await mirror.media.markUncertain('0'.repeat(64))
  await mirror.media.claim('1'.repeat(64))
  await mirror.movedPages.save([{ key: away, pageId: 999 }])
  await mirror.plans.saveUnchecked(held, [{ id: `${away.gtin}/de-de`, text: 'the partner gave no answer' }])
  await mirror.findings.saveNotified('digest')
  await createSentNotices(redis, mirror.keys).save('plan', { event: 'held', runId: held, digest: 'digest' })
  await createAudit(redis, mirror.keys).add({
    at: at(),
    by: 'olive',
    from: '127.0.0.1',
    via: 'dashboard',
    action: 'resolve hold',
    subject: `${key(1, 'en-gb').gtin}/en-gb`,
    done: true,
    result: 'Nothing is written to the page.',
  })
  await redis.set(mirror.keys.cmsType, 'pages')
  return { first, second, undone, undoing: undoing.run.id, verified: verified.run.id, held }
}
