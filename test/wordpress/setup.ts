import { installEngine } from './engine/install.ts'

/** Once before all files: the packages that a real WordPress needs. */
export async function setup(): Promise<void> {
  await installEngine()
}
