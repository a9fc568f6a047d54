import type { Config } from '../../../../config/daemon.ts'
import { proxyFor } from '../../../lib/http/proxy.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import type { Found } from './check-secrets.ts'

type Reached = Pick<Config, 'catalog' | 'cms' | 'network' | 'notify' | 'partner'>

/** Lists the hosts behind each proxy and those that are reached directly. Undefined without a proxy. */
export async function checkNetwork(_: Mirror, config: Reached): Promise<Found | undefined> {
  const { network } = config
  if (network.httpProxy === undefined && network.httpsProxy === undefined) return undefined
  const ways = Map.groupBy(targetsOf(config), (target) => proxyFor(target, network)?.shown ?? 'directly')
  return [...ways]
    .map(([way, targets]) => {
      const hosts = [...new Set(targets.map((target) => new URL(target).host.replace(/^any\./, '*.')))]
      return `${hosts.join(', ')} ${way === 'directly' ? way : `through ${way}`}`
    })
    .join('; ')
}

/** A URL of each host in the configuration. */
function targetsOf({ partner, cms, catalog, notify }: Reached): string[] {
  return [
    partner.baseUrl,
    // The scheme is unknown until a record contains a link to the host. Most are https.
    ...partner.assetHosts.map((host) => `https://${host.replace(/^\*\./, 'any.')}`),
    cms.apiRoot,
    ...(/^https?:\/\//i.test(catalog) ? [catalog] : []),
    ...notify.receivers.map(({ url }) => url),
  ]
}
