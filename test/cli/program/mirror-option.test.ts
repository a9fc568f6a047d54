import { expect, test } from 'vitest'
import { exitCodes } from '../../../src/cli/shared/exit-codes.ts'
import { spawnCli } from '../../helpers/world/cli.ts'

test.for([['completion', 'bash'], ['demo'], ['mock']])(
  '--mirror is rejected by “%s”, which does not concern a single mirror',
  async (args) => {
    const { code, stdout, stderr } = await spawnCli(['--mirror', 'a', ...args], {}).ended
    expect({ code, stdout }).toEqual({ code: exitCodes.badConfiguration, stdout: '' })
    expect(stderr).toContain(`--mirror does not go with ${args[0]}`)
  },
)
