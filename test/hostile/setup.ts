import { installPackages } from '../helpers/browser/debian-packages.ts'
import { installBrowser } from '../helpers/browser/install-browser.ts'

/** Runs once before all files: installs a browser, and the tool for certificates. */
export async function setup(): Promise<void> {
  await installBrowser()
  await installPackages('The attacks on TLS', ['openssl'])
}
