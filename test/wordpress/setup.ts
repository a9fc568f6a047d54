import { installBrowser } from '../helpers/browser/install-browser.ts'
import { installEngine } from './engine/install.ts'

/** Once before all files: the packages that a real WordPress needs, and a browser. */
export async function setup(): Promise<void> {
  await installEngine()
  await installBrowser()
}
