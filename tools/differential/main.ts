import { installEngine } from '../../test/wordpress/engine/install.ts'
import { compareServers } from './compare-servers.ts'
import { readOptions } from './options.ts'
import { sendRandomTypes } from './types/send-random-types.ts'

const options = readOptions(process.argv.slice(2))
const print = (text: string): void => void process.stdout.write(`${text}\n`)
process.exitCode = (await run()) ? 0 : 1

async function run(): Promise<boolean> {
  if (options.types) return sendRandomTypes(options, print)
  await installEngine()
  return compareServers(options, print)
}
