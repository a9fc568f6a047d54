import { readConfig, type Config } from '../../../../config/daemon.ts'
import { faultsOf, readRaw } from '../../../../config/read.ts'
import { ConfigError, reasonOf } from '../../../lib/errors.ts'
import { hideCredentials } from '../../../lib/text/secrets.ts'

/** The settings that init requests, with their option and the words of the question. */
export const settings = {
  PARTNER_BASE_URL: { option: 'partnerUrl', flag: '--partner-url', words: 'Partner URL' },
  PARTNER_TOKEN: { option: 'partnerToken', flag: '--partner-token', words: 'Partner token' },
  CMS_API_ROOT: { option: 'siteUrl', flag: '--site-url', words: 'Site URL' },
  CMS_USER: { option: 'user', flag: '--user', words: 'User' },
  CMS_PASSWORD: { option: 'password', flag: '--password', words: 'Application password' },
  CATALOG: { option: 'catalog', flag: '--catalog', words: 'Catalogue, a file or URL with GTINs' },
} as const

export type Setting = keyof typeof settings
/** Values by variable. */
export type Values = Partial<Record<Setting | 'CMS_NAMESPACE', string>>

/** Valid values for those that are not known yet; too short to be hidden as secrets. */
const unknown = {
  PARTNER_BASE_URL: 'http://localhost',
  PARTNER_TOKEN: '-',
  CMS_API_ROOT: 'http://localhost',
  CMS_USER: '-',
  CMS_PASSWORD: '-',
  CATALOG: '-',
} satisfies Record<Setting, string>

/** The configuration with these values. Throws ConfigError for every invalid one, and for those of the environment. */
export function configWith(env: NodeJS.ProcessEnv, values: Values): Config {
  return readConfig({ ...env, ...unknown, ...values })
}

/** The errors of a configuration as one text. */
export function faultText(error: ConfigError): string {
  const faults = faultsOf(error)
  return faults.length === 0 ? reasonOf(error) : hideCredentials(faults.join(' '))
}

export function isSecret(name: Setting): boolean {
  return name === 'PARTNER_TOKEN' || name === 'CMS_PASSWORD'
}

/** A value as it is stored: a URL with its scheme, an application password without its blanks. */
export function normalize(name: Setting, value: string): string {
  const text = value.trim()
  if (name === 'CMS_PASSWORD')
    return /^(?:[a-z0-9]{4} ){5}[a-z0-9]{4}$/i.test(text) ? text.replaceAll(' ', '') : text
  const isUrl = name === 'PARTNER_BASE_URL' || name === 'CMS_API_ROOT'
  if (!isUrl || text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?(?:\/|$)/i.test(text)
  return `${isHere ? 'http' : 'https'}://${text}`
}

/** The value in the environment, or in the file that NAME_FILE names. Throws ConfigError if that cannot be read. */
export function valueIn(env: NodeJS.ProcessEnv, name: Setting | 'CMS_TOKEN'): string | undefined {
  const { text, fault } = readRaw(name, env)
  if (fault !== undefined) throw new ConfigError(`${fault}.`)
  return text
}

/** Whether a value is that of the file NAME_FILE, and so need not be written. */
export function isInOwnFile(env: NodeJS.ProcessEnv, name: string, value: string): boolean {
  return (env[name] ?? '') === '' && readRaw(name, env).text === value
}
