import { ConfigError, reasonOf } from '../../../lib/errors.ts'
import type { Checked } from '../../json/status-report.ts'
import { toChecked } from '../../output/doctor-lines.ts'
import { drawLine, wipeLine } from '../../terminal/print.ts'
import { configWith, faultText, type Values } from './settings.ts'
import type { Stage, Tested } from './stages.ts'

/** The results of all checks; `failed`: the reason of the first failure. */
type StageResult = Omit<Tested, 'found'> & { checked: Checked[]; failed?: string }

const limitMs = 30_000

/** Tests the settings of a stage. A failed request is a result like any other. */
export async function testStage(
  stage: Stage,
  { env, values }: { env: NodeJS.ProcessEnv; values: Values },
  stop: AbortSignal,
): Promise<StageResult> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(limitMs)])
  if (process.stderr.isTTY) drawLine('Testing …', process.stderr)
  try {
    const { found, ...rest } = await stage.test(configWith(env, values), signal)
    const checked = found.flatMap(([name, one]): Checked[] => {
      if (typeof one === 'string') return [toChecked(name, 'ok', one)]
      if ('failed' in one) return [toChecked(name, 'failed', one.failed)]
      return [one.warning].flat().map((warning) => toChecked(name, 'warning', warning))
    })
    const failure = found.map(([, one]) => one).find((one) => typeof one === 'object' && 'failed' in one)
    return { ...rest, checked, ...(failure && 'failed' in failure && { failed: `${failure.failed}.` }) }
  } catch (error) {
    const failed = signal.aborted
      ? `No result within ${limitMs / 1000} s. Check that the host is up.`
      : error instanceof ConfigError
        ? faultText(error)
        : reasonOf(error)
    return { checked: [toChecked(stage.title, 'failed', failed)], failed }
  } finally {
    if (process.stderr.isTTY) wipeLine(process.stderr)
  }
}
