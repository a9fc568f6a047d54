import { plural } from '../text/plural.ts'
import type { Refusal, Tally } from '../reasons/refusal.ts'
import type { Run } from '../run/run.ts'
import { commandClause } from '../reasons/command.ts'
import { commandAfter } from '../run/plan-commands.ts'

/** Why an approval was refused, with the command that follows. */
export function refusalText(
  refusal: Refusal,
  run: Pick<Run, 'id' | 'kind'>,
  mirror: string | undefined,
): string {
  const next = commandClause(commandAfter(refusal, run), mirror)
  switch (refusal.code) {
    case 'changed':
      return `Since this plan was made, ${listChanges(refusal).join(', and ')}. Nothing was written. ${next}`
    case 'unchecked': {
      const detail = refusal.detail === undefined ? '' : ` (${refusal.detail})`
      return `The partner sent no usable response for ${ofPlanned(refusal, refusal.count)}${detail}. Nothing was written. ${next}`
    }
    case 'check-failed':
      return `The plan could not be checked: ${refusal.detail} Nothing was written. ${next}`
    case 'other-plan':
      return `The plan, the template or the labels changed since the plan was held. Nothing was written. ${next}`
    case 'empty-part':
      return 'Nothing of this part can be written alone: its pages only link to pages that appear or disappear in another part. Nothing was written.'
    case 'text':
      return refusal.text
  }
}

function listChanges({ planned, partner, catalog, cms }: Extract<Refusal, { code: 'changed' }>): string[] {
  const changes: [Tally, string][] = [
    [partner, `the partner changed ${ofPlanned({ planned }, partner.count)}`],
    [catalog, `${ofPlanned({ planned }, catalog.count)} ${plural(catalog.count, 'is', 'are')} listed again`],
    [cms, `${cms.count} ${plural(cms.count, 'page was', 'pages were')} changed in the CMS`],
  ]
  return changes
    .filter(([{ count }]) => count > 0)
    .map(([{ count, shown }, what]) => `${what} (${shown.join(', ')}${count > shown.length ? ', …' : ''})`)
}

function ofPlanned({ planned }: { planned: number }, count: number): string {
  return `${count} of the ${planned} planned records`
}
