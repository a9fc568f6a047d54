import { benchMirror } from './mirror.ts'
import { benchMockScale } from './mock-scale.ts'
import { benchPages } from './pages/pages.ts'
import { benchScale } from './scale.ts'
import { printSimulation } from './simulate/main.ts'
import { benchSoak } from './soak/soak.ts'
import { benchWordPress } from './wordpress/wordpress.ts'

// Without an argument it measures the mirror on the bundled server.
const [what, ...args] = process.argv.slice(2)
if (what === 'mock') await benchMockScale(args)
else if (what === 'pages') process.exit((await benchPages(args)) ? 0 : 1)
else if (what === 'scale') await benchScale(args)
else if (what === 'simulate') printSimulation(args)
else if (what === 'soak') process.exit((await benchSoak(args)) ? 0 : 1)
else if (what === 'wordpress') await benchWordPress(args)
else await benchMirror(process.argv.slice(2))
process.exit(0)
