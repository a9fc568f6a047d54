import { installPackages } from '../helpers/debian-packages.ts'
import { hasPromtool } from './promtool.ts'

/** Gets Prometheus' rule checker where it is missing; its server is not started. */
export default async function setup(): Promise<void> {
  if (!hasPromtool) await installPackages('Checking the Prometheus rules', ['prometheus'])
}
