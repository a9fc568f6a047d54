import { installBrowser } from '../helpers/browser/install-browser.ts'
import { installEngine } from './engine/install.ts'

/** Runs once before all files: installs the packages for a real WordPress, and a browser. */
export async function setup(): Promise<void> {
  await installEngine()
  await installBrowser()
}
