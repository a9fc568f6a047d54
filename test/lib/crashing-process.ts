import { describeCrash, onCrash } from '../../src/lib/crash.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { toPlainLines } from '../../src/lib/text/plain-lines.ts'
import { rememberSecrets } from '../../src/lib/text/secrets.ts'

// A process that knows a secret and ends with an error that quotes it. The tests run it.
const secret = 'cnr Secret+4711'
rememberSecrets([secret])
const log = createLogger({ level: 'info', destination: 'stdout', pretty: false })
onCrash((error) => process.stderr.write(toPlainLines(describeCrash(error))))
// As the daemon does once it has its log.
if (process.argv[2] === 'log') onCrash((error) => log.fatal({ err: error }, 'uncaught error'))
const crash = (): never => {
  throw new Error(`refused ${secret}\u001b[31m`, {
    cause: new Error(`redis://:${encodeURIComponent(secret)}@h`),
  })
}
if (process.argv[3] === 'rejection') void Promise.resolve().then(crash)
else setImmediate(crash)
setInterval(() => undefined, 1_000)
