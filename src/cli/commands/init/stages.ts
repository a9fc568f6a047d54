import type { Config } from '../../../../config/daemon.ts'
import { findApiRoot } from '../../../cms/connection/find-api-root.ts'
import { stockNamespaces } from '../../../cms/connection/served-namespace.ts'
import { ConfigError } from '../../../lib/errors.ts'
import { openForChecks } from '../../../mirror/open-for-checks.ts'
import { TokenRefusedError } from '../../../partner/product.ts'
import type { Found } from '../doctor/check-secrets.ts'
import { checkRoutes, checkUser } from '../doctor/cms-checks.ts'
import { checkCatalogue, checkPartner } from '../doctor/source-checks.ts'
import type { Setting, Values } from './settings.ts'

/** The results of a stage by the name of the check, and what it found. */
export type Tested = {
  found: readonly (readonly [name: string, found: Found])[]
  values?: Values
  passwordPage?: string
}

/** Settings that are entered and tested together. Failed requests throw. */
export type Stage = {
  /** The name of the check if its request fails. */
  title: string
  names: readonly Setting[]
  test(config: Config, signal: AbortSignal): Promise<Tested>
}

type Opened = ReturnType<typeof openForChecks>

export const stages: readonly Stage[] = [
  { title: 'Partner URL', names: ['PARTNER_BASE_URL'], test: withClients(testPartnerUrl) },
  {
    title: 'Partner',
    names: ['PARTNER_TOKEN'],
    test: withClients(async (opened, config, signal) => ({
      found: [['Partner', await checkPartner(opened, config, signal)]],
    })),
  },
  { title: 'CMS site', names: ['CMS_API_ROOT'], test: testSite },
  { title: 'CMS user', names: ['CMS_USER', 'CMS_PASSWORD'], test: withClients(testUser) },
  {
    title: 'Catalogue',
    names: ['CATALOG'],
    test: withClients(async (opened, config, signal) => ({
      found: [['Catalogue', await checkCatalogue(opened, config, signal)]],
    })),
  },
]

function withClients(
  test: (opened: Opened, config: Config, signal: AbortSignal) => Promise<Tested>,
): Stage['test'] {
  return async (config, signal) => {
    const opened = openForChecks(config)
    try {
      return await test(opened, config, signal)
    } finally {
      await opened.close()
    }
  }
}

/** Without the right token, the partner refuses the request, which shows that it is at this URL. */
async function testPartnerUrl({ sync }: Opened, config: Config, signal: AbortSignal): Promise<Tested> {
  try {
    await sync.partner.fetchLanguages(signal)
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error
  }
  return { found: [['Partner URL', `the partner responds at ${new URL(config.partner.baseUrl).origin}`]] }
}

async function testSite({ cms, network }: Config, signal: AbortSignal): Promise<Tested> {
  const timeoutMs = Math.min(cms.timeoutMs, 20_000)
  const { apiRoot, namespaces, passwordPage } = await findApiRoot(cms.apiRoot, { network, timeoutMs }, signal)
  const wanted = cms.namespace === undefined ? stockNamespaces : [cms.namespace]
  const namespace = wanted.find((name) => namespaces?.includes(name))
  if (namespaces !== undefined && namespace === undefined)
    throw new ConfigError(
      `The REST API at ${apiRoot} has no namespace ${wanted.join(' or ')}; it lists ${namespaces.join(', ')}. Set CMS_NAMESPACE to one of them.`,
    )
  const known = namespace === undefined ? 'its index is closed to visitors' : `namespace ${namespace}`
  const text = `REST API found at ${apiRoot} (${known})`
  const found = hostOf(apiRoot) === hostOf(cms.apiRoot) ? text : { warning: `${text}. ${otherHost}` }
  return {
    found: [['CMS site', found]],
    values: { CMS_API_ROOT: apiRoot, ...(namespace !== undefined && { CMS_NAMESPACE: namespace }) },
    passwordPage,
  }
}

const otherHost =
  'Check that this host is yours: the site announces it, and the password will be sent to it, not to the host of the URL'

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

async function testUser(opened: Opened, config: Config, signal: AbortSignal): Promise<Tested> {
  const user = await checkUser(opened, config, signal)
  if (typeof user === 'object' && 'failed' in user) return { found: [['CMS user', user]] }
  const routes = await checkRoutes(opened, config, signal)
  const { namespace } = await opened.sync.cms.fetchRoutes(signal)
  return {
    found: [
      ['CMS user', user],
      ['CMS routes', routes],
    ],
    values: { CMS_NAMESPACE: namespace },
  }
}
