import { installEngine } from '../wordpress/engine/install.ts'
import { compareServers } from './compare-servers.ts'
import { readOptions } from './options.ts'

const options = readOptions(process.argv.slice(2))
await installEngine()
process.exitCode = (await compareServers(options)) ? 0 : 1
