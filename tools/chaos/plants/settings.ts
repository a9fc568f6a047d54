import type { PartnerChange, Phase, Schedule } from '../story/schedule.ts'
import type { Planted } from './promises.ts'

/**
 * Bugs in conditions for public pages, families, groups of listings, banners and successors. `needs`: what a schedule must
 * have to find the bug.
 */
export const settings: Readonly<Record<string, Planted & { needs: (schedule: Schedule) => boolean }>> = {
  'waiting-page-is-published': {
    file: 'src/sync/pages/compose-writes.ts',
    find: '  const status = statusFor(lacks, policy.pageStatus)\n',
    put: '  const status = statusFor(lacks.slice(0, 0), policy.pageStatus)\n',
    needs: ({ phases: [first] }) => first?.partner.some(does('withhold')) ?? false,
  },
  'status-leaves-no-trace': {
    file: 'src/core/page/waiting-draft.ts',
    find: '  return hasFloatingDate(page) || page.createdGmt === seen.createdGmt ?',
    put: '  return page.createdGmt !== undefined ?',
    needs: ({ phases }) =>
      phases.some(({ editors }) => editors.some((action) => action.do === 'hide-for-a-time')),
  },
  'lost-field-hides': {
    file: 'src/sync/pages/compose-body.ts',
    find: '  if (restores || awaits !== undefined) {\n',
    put: '  if (restores || awaits !== undefined || lacks.length > 0) {\n',
    needs: ({ phases }) => later(phases, 'withhold'),
  },
  'size-of-another-family': {
    file: 'src/sync/plan/read-sizes.ts',
    find: '    if (member?.family !== family || !isPublic) return []\n',
    put: '    if (member?.family === undefined || (member.family !== family && !isPublic)) return []\n',
    needs: ({ phases }) => later(phases, 'join'),
  },
  'moved-stays-in-group': {
    file: 'src/sync/collect/save-columns.ts',
    find: 'groups.some((name) => before[name] !== now[name]))\n',
    put: 'groups.some((name) => before[name] !== now[name] && before[name] === undefined))\n',
    needs: ({ phases }) => onlyMoves(phases.at(-1)),
  },
  'edited-is-not-listed': {
    file: 'src/sync/finish/render-listing.ts',
    find: 'const head = isWithdrawn(states[index]) ?',
    put: 'const head = isWithdrawn(states[index]) || states[index] !== undefined ?',
    needs: ({ phases, policy }) =>
      policy.groupBy !== undefined &&
      phases.some(({ editors }) => editors.some((action) => action.do === 'set-title')),
  },
  'successor-is-fixed': {
    file: 'src/sync/plan/find-stale-notices.ts',
    find: '        !isWithdrawn(states[index]) && noticed[index]',
    put: '        isWithdrawn(states[index]) && noticed[index]',
    needs: ({ phases, policy }) => policy.retireTo === 'notice' && replacesGone(phases),
  },
  'banner-is-omitted': {
    file: 'src/core/render/view.ts',
    find: '    banner: context.hasBanner && hasBanner(product) ?',
    put: '    banner: context.hasBanner && !hasBanner(product) ?',
    needs: ({ policy }) => policy.banner === 'show',
  },
}

function does(what: PartnerChange['do']): (change: PartnerChange) => boolean {
  return (change) => change.do === what
}

/** Whether the partner makes such a change after the first run. */
function later([, ...phases]: readonly Phase[], what: PartnerChange['do']): boolean {
  return phases.some(({ partner }) => partner.some(does(what)))
}

/** Whether products only get other groups. */
function onlyMoves(
  { partner, editors }: Pick<Phase, 'partner' | 'editors'> = { partner: [], editors: [] },
): boolean {
  return partner.length > 0 && partner.every(does('categorize')) && editors.length === 0
}

/** Whether a product gets or loses its successor after it has gone. */
function replacesGone(phases: readonly Phase[]): boolean {
  const gone = new Set<number>()
  return phases.some(({ partner }) => {
    const isReplaced = partner.some((change) => change.do === 'succeed' && gone.has(change.product))
    for (const change of partner) if (change.do === 'remove') gone.add(change.product)
    return isReplaced
  })
}
