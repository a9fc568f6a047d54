import type { FastifyRequest } from 'fastify'
import type { Cms } from '../cms/plugin.ts'
import { odditiesOf } from '../faults/oddities.ts'
import type { FaultPlan } from '../faults/plan.ts'
import type { Waits } from '../faults/waits.ts'
import { cmsRoot, originOf } from '../sides.ts'
import type { EditorCall } from './person.ts'

/** Calls the CMS as `editor1`. WordPress's oddities apply, rules for the network do not. */
export function editorCall(
  deps: { cms: Cms; faults: FaultPlan; waits: Waits },
  http: FastifyRequest,
): EditorCall {
  const home = originOf(http)
  const site = { home, root: home + cmsRoot }
  return (method, path, params = {}) => {
    const rules = deps.faults.odditiesFor({ side: 'cms', method, path, url: path })
    const oddities = odditiesOf(rules, deps.waits)
    return deps.cms.call({ login: 'editor1', method, path, params, site, oddities })
  }
}
