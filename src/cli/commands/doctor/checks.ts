import type { Config } from '../../../../config/daemon.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import { exitCodes } from '../../shared/exit-codes.ts'
import { checkNetwork } from './check-network.ts'
import { checkJsonLd } from './check-json-ld.ts'
import { checkUnits } from './check-units.ts'
import { checkUploads } from './check-uploads.ts'
import { checkShown, checkSite, checkWrites } from './site-checks.ts'
import { checkSecretFiles, checkSecretLengths, type Found } from './check-secrets.ts'
import { checkRedis, checkRedisKeys, checkStoredData, checkCmsType } from './redis-checks.ts'
import { checkDashboard } from './check-dashboard.ts'
import { checkCatalogue, checkPartner, checkLabels } from './source-checks.ts'
import {
  checkUser,
  checkRoutes,
  checkMap,
  checkLists,
  checkBatches,
  checkAnswers,
  checkMenu,
  checkLinks,
} from './cms-checks.ts'

export type Check = {
  name: string
  exitCode: number
  /** The check that must not have failed: this one would report the same failure. */
  needs?: string
  /** Returns undefined if there is nothing to check. */
  run(mirror: Mirror, config: Config, signal: AbortSignal): Promise<Found | undefined>
}

/** The checks of doctor after that of the configuration, in order. */
export const checks: readonly Check[] = [
  { name: 'Secret files', exitCode: exitCodes.badConfiguration, run: checkSecretFiles },
  { name: 'Secrets', exitCode: exitCodes.badConfiguration, run: checkSecretLengths },
  { name: 'Network', exitCode: exitCodes.badConfiguration, run: checkNetwork },
  { name: 'Redis', exitCode: exitCodes.error, run: checkRedis },
  { name: 'Redis keys', exitCode: exitCodes.error, run: checkRedisKeys },
  { name: 'Stored data', exitCode: exitCodes.error, run: checkStoredData },
  { name: 'CMS type', exitCode: exitCodes.badConfiguration, run: checkCmsType, needs: 'Redis' },
  { name: 'Dashboard', exitCode: exitCodes.badConfiguration, run: checkDashboard },
  { name: 'Catalogue', exitCode: exitCodes.badConfiguration, run: checkCatalogue },
  { name: 'Partner', exitCode: exitCodes.partnerUnusable, run: checkPartner },
  { name: 'Labels', exitCode: exitCodes.badConfiguration, run: checkLabels },
  { name: 'Units', exitCode: exitCodes.badConfiguration, run: checkUnits, needs: 'Partner' },
  { name: 'CMS user', exitCode: exitCodes.cmsUnusable, run: checkUser },
  { name: 'CMS routes', exitCode: exitCodes.cmsUnusable, run: checkRoutes },
  { name: 'CMS replies', exitCode: exitCodes.cmsUnusable, run: checkAnswers },
  { name: 'Field map', exitCode: exitCodes.badConfiguration, run: checkMap, needs: 'CMS user' },
  { name: 'CMS lists', exitCode: exitCodes.cmsUnusable, run: checkLists },
  { name: 'CMS batches', exitCode: exitCodes.cmsUnusable, run: checkBatches, needs: 'CMS user' },
  { name: 'CMS uploads', exitCode: exitCodes.cmsUnusable, run: checkUploads, needs: 'CMS user' },
  { name: 'CMS writes', exitCode: exitCodes.cmsUnusable, run: checkWrites, needs: 'CMS user' },
  { name: 'JSON-LD', exitCode: exitCodes.cmsUnusable, run: checkJsonLd, needs: 'CMS user' },
  { name: 'CMS site', exitCode: exitCodes.cmsUnusable, run: checkSite, needs: 'CMS user' },
  { name: 'CMS pages', exitCode: exitCodes.cmsUnusable, run: checkShown, needs: 'CMS user' },
  { name: 'CMS menu', exitCode: exitCodes.cmsUnusable, run: checkMenu },
  { name: 'Links', exitCode: exitCodes.error, run: checkLinks },
]
