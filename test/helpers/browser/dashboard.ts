import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { approveRun, cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { depsOfMirror } from '../../ops/mirror-ops.ts'
import { opsServer, startOps, type Replaced } from '../../ops/start-ops.ts'
import { openStage, type Mirror, type MirrorOptions } from '../sync/sync-deps.ts'
import { findAxeViolations } from './axe.ts'
import { faultsOf, openBrowser, type View } from './browser.ts'

export type Dashboard = Awaited<ReturnType<typeof openDashboard>>

type Options = {
  gtins: number
  languages?: string
  mirror?: MirrorOptions
  /** Replaces deps of the server. */
  replace?: (deps: Awaited<ReturnType<typeof startOps>>['deps'], mirror: Mirror) => Replaced
}

/**
 * The dashboard of an empty mirror over the bundled server, and a browser. A run that is started from a page is complete
 * before its response; one that is approved or cancelled only changes its state.
 */
export async function openDashboard({ gtins, languages, mirror: options, replace }: Options) {
  const [ops, stage, browser] = await Promise.all([
    startOps(),
    openStage({ gtins, ...(languages !== undefined && { languages }) }),
    openBrowser(),
  ])
  const mirror = stage.openMirror(options)
  const control = {
    ...ops.deps.control,
    approve: approveRun.bind(undefined, mirror),
    cancel: cancelRun.bind(undefined, mirror),
  }
  const deps = { ...ops.deps, ...depsOfMirror(mirror, { ...ops.deps, control }) }
  const server = opsServer(deps, replace?.(deps, mirror))
  const { url } = await server.listen()
  return {
    ops,
    stage,
    mirror,
    browser,
    url,

    /** Opens a page of the dashboard; `faults` are its errors from then on. */
    async open(path = '/', view: View = {}): Promise<{ page: Page; faults: string[] }> {
      const page = await browser.page(view)
      const faults = faultsOf(page, url)
      await page.goto(url + path)
      return { page, faults }
    },

    /**
     * Fails if axe finds a violation on one of these pages, or if the page is wider than its window. `prepare` gets each
     * page first.
     */
    async expectClean(
      paths: readonly string[],
      view: View & { width: number },
      prepare?: (page: Page) => Promise<void>,
    ): Promise<void> {
      const { page, faults } = await this.open(paths[0], view)
      for (const path of paths) {
        await page.goto(url + path)
        await prepare?.(page)
        expect([path, await findAxeViolations(page)]).toEqual([path, []])
        const width = await page.evaluate('document.documentElement.scrollWidth')
        expect([path, width]).toEqual([path, view.width])
      }
      expect(faults).toEqual([])
      await page.close()
    },

    async close(): Promise<void> {
      await browser.close()
      await server.close()
      await Promise.all([ops.close(), stage.close()])
    },
  }
}

/** The name or the text of the element with the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { activeElement: at } = document
    const label = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent
    return (label ?? at?.textContent ?? '').trim()
  })()`)
}

/** Presses Tab until an element with this name or text has the focus, which must be visible. */
export async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    if (!text.test(await focused(page))) continue
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    return
  }
  throw new Error(`no focus on ${text.source}`)
}
