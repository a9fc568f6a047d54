import { benchMirror } from './mirror.ts'
import { benchMockScale } from './mock-scale.ts'
import { printSimulation } from './simulate/main.ts'

// Without a word it is the mirror on the bundled server.
const [what, ...args] = process.argv.slice(2)
if (what === 'mock') await benchMockScale(args)
else if (what === 'simulate') printSimulation(args)
else await benchMirror(process.argv.slice(2))
process.exit(0)
