import {
  createDrawn,
  drawChange,
  drawAction,
  drawMassRemoval,
  drawTexts,
  whileAtWork,
  type Drawn,
} from './draw-story.ts'
import { drawBeside } from './draw-beside.ts'
import { drawBreakage } from './draw-breakage.ts'
import { drawLosses } from './draw-losses.ts'
import { drawNotices } from './draw-notices.ts'
import { drawDecisions } from './draw-decisions.ts'
import { drawSettings } from './draw-settings.ts'
import { drawSlugs } from './draw-slugs.ts'
import { drawResyncs } from './draw-resyncs.ts'
import { drawFault, drawKill, drawSlowLanding } from './draw-trouble.ts'
import { createRandom, type Random } from './random.ts'
import type { Phase, Schedule } from './schedule.ts'

const comesBack = new Set(['relist', 'return', 'language-on'])
const codes = ['de-de', 'en-gb', 'fr-fr']

/** The schedule of a seed and an index; `proven`: without the parts that no long series was played with. */
export function drawSchedule(seed: number, index: number, proven = false): Schedule {
  const known = drawResyncs(drawDecisions(drawBeside(drawStory(seed, index))))
  const schedule = proven
    ? { ...known, proven }
    : drawSettings(drawSlugs(drawNotices(drawMapped(drawLosses(drawBreakage(known))))))
  return index % 10 === 9 ? { ...schedule, redis: 'cluster' } : schedule
}

/** A restored backup contains earlier values, which cannot be distinguished from an editor's. */
function drawMapped(schedule: Schedule): Schedule {
  return schedule.index % 4 === 1 && !schedule.restored ? { ...schedule, mapped: true } : schedule
}

function drawStory(seed: number, index: number): Schedule {
  const random = createRandom(seed, index)
  const engine = random.weighted({ plain: 65, filtered: 17, plugin: 18 })
  const theme = random.weighted({
    usual: 70,
    mass: 14,
    wipe: engine === 'plugin' ? 0 : 10,
    slow: engine === 'plugin' ? 0 : 6,
  })
  const isMass = theme === 'mass'
  const gtins = isMass ? random.between(7, 8) : random.between(2, 8)
  const languages = codes.slice(0, isMass ? 3 : random.between(1, 3))
  const drawn = createDrawn({ gtins, languages })
  const first: Phase = {
    ...drawTrouble(random, drawn, true),
    partner: [],
    editors: random.chance(0.08) ? [{ ...drawAction(random, drawn), do: 'foreign' }] : [],
    during: [],
    wipe: false,
  }
  if (theme === 'slow') Object.assign(first, drawSlowLanding(random))
  const phases = [first, drawPhase(random, drawn, isMass)]
  if (random.chance(0.4)) phases.push(drawPhase(random, drawn, false))
  const last = phases.at(-1)
  if (theme === 'wipe' && last !== undefined) {
    last.wipe = true
    // After the loss, the mirror cannot notice a change from the time when a page was away.
    last.partner = last.partner.filter((change) => !comesBack.has(change.do))
  }
  return {
    seed,
    index,
    gtins,
    languages,
    policy: {
      retireTo: random.weighted({ draft: 40, trash: 20, private: 10, keep: 10, delete: 20 }),
      misses: isMass || random.chance(0.75) ? 1 : 2,
      // Without stored data, overwriting detects no edit that the partner has not yet outdated.
      onEdit: theme === 'wipe' || random.chance(0.75) ? 'keep' : 'overwrite',
      guards: isMass ? 'strict' : 'open',
    },
    engine,
    writeGraceSeconds: theme === 'slow' ? 6 : 1,
    daemons: random.chance(0.2) ? 2 : 1,
    phases: engine === 'plugin' ? phases.map(withoutLoss) : phases,
  }
}

/** If the reply to a write was lost, a plug-in's change of it cannot be distinguished from an edit at that moment. */
function withoutLoss(phase: Phase): Phase {
  if (phase.during.length === 0) return phase
  return { ...phase, kills: [], faults: phase.faults.filter(({ side }) => side === 'partner') }
}

function drawPhase(random: Random, drawn: Drawn, isMass: boolean): Phase {
  const partner = Array.from({ length: random.between(1, 4) }, () => drawChange(random, drawn))
  if (isMass && random.chance(0.75)) partner.push(...drawMassRemoval(random, drawn))
  else if (isMass) partner.push(...drawn.products.map((product) => drawTexts(random, drawn, product)))
  const editors = Array.from({ length: random.below(5) }, () => drawAction(random, drawn))
  const during = Array.from({ length: random.chance(0.15) ? random.between(1, 3) : 0 }, () => ({
    ...drawAction(random, drawn, whileAtWork),
    afterBatches: random.below(3),
  }))
  const { faults, kills } = drawTrouble(random, drawn, false)
  // Editors use the same interface: errors that would hit them as well are left out.
  const ours = during.length === 0 ? faults : faults.filter(({ side, path }) => side === 'partner' || path)
  return { faults: ours, kills, partner, editors, during, wipe: false }
}

function drawTrouble(random: Random, drawn: Drawn, isFirst: boolean): Pick<Phase, 'faults' | 'kills'> {
  const work = { records: drawn.products.length * drawn.languages, isFirst }
  const kills = Number(random.weighted({ 0: 30, 1: 50, 2: 20 }))
  const faults = random.chance(0.45) ? random.between(1, 2) : 0
  return {
    kills: Array.from({ length: kills }, () => drawKill(random, work)),
    faults: Array.from({ length: faults }, () => drawFault(random)),
  }
}
