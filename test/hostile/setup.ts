import { installPackages } from '../helpers/browser/debian-packages.ts'
import { installBrowser } from '../helpers/browser/install-browser.ts'

/** Once before all files: a browser, and what makes certificates. */
export async function setup(): Promise<void> {
  await installBrowser()
  await installPackages('The attacks on TLS', ['openssl'])
}
