import { meanings } from '../../config/meanings.ts'
import { variables, type Variable } from '../../config/variables.ts'

/** `docs/configuration.md`, made of what the daemon itself goes by. */
export function configurationPage(): string {
  const known: Readonly<Record<string, Variable>> = variables
  const groups = Object.entries(meanings).map(([group, meaningOf]) => {
    const rows = Object.entries(meaningOf).map(([name, meaning]) => toRow(name, meaning, known[name]))
    return [
      `## ${group}`,
      '',
      '| variable | meaning | allowed | default |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n')
  })
  return [head, ...groups, foot].join('\n\n')
}

/** The variables that no group explains, and the explained ones that are none. */
export function explanationFaults(): string[] {
  const explained = Object.values(meanings).flatMap((group) => Object.keys(group))
  const names = Object.keys(variables)
  return [
    ...names.filter((name) => !explained.includes(name)).map((name) => `${name} has no meaning`),
    ...explained.filter((name) => !names.includes(name)).map((name) => `${name} is no variable`),
  ]
}

function toRow(name: string, meaning: string, variable: Variable | undefined): string {
  const { allowed = '', fallback, required, secret } = variable ?? {}
  const standing = required
    ? '**needed**'
    : fallback === undefined || fallback === ''
      ? ''
      : `\`${fallback}\``
  return `| \`${name}\`${secret ? ' (secret)' : ''} | ${meaning} | ${allowed.replaceAll('|', '\\|')} | ${standing} |`
}

const head = `# Configuration

Environment variables, read once at the start. A variable that is set to nothing counts as unset. Any of them may come from a file instead: \`PARTNER_TOKEN_FILE=/run/secrets/partner_token\` reads the token from there; the variable itself goes first. Secrets are never logged.

A wrong value stops the start with exit code 7, and every fault is listed at once with what is allowed. \`product-mirror doctor\` then checks everything that the values point at.

This page is made of the code: \`node test/docs/write.ts\`.`

const foot = `Either \`CMS_USER\` and \`CMS_PASSWORD\` or \`CMS_TOKEN\` are needed. \`OPS_USER\` and \`OPS_PASSWORD\` go together. The bundled server has options of its own: \`product-mirror mock --help\`.
`
