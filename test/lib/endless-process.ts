import { createLogger } from '../../src/lib/logger.ts'
import { listenForStop } from '../../src/lib/shutdown.ts'

// A process that does not react to its stop signal; the tests run it.
listenForStop(createLogger({ level: 'info', destination: 'stdout', pretty: false }), 50)
setInterval(() => undefined, 1_000)
process.stdout.write('listening\n')
