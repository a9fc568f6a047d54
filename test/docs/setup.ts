import { installPackages } from '../helpers/browser/debian-packages.ts'
import { hasPromtool } from './metrics/promtool.ts'

/** Installs promtool if it is missing, without starting the Prometheus server. */
export default async function setup(): Promise<void> {
  if (!hasPromtool) await installPackages('Checking the Prometheus rules', ['prometheus'])
}
