import { variableDocs } from '../../config/variable-docs.ts'
import { variables, type Variable } from '../../config/variables.ts'

/** Renders `docs/configuration.md` from the schema that the daemon uses. */
export function configurationPage(): string {
  const known: Readonly<Record<string, Variable>> = variables
  const groups = Object.entries(variableDocs).map(([group, meaningOf]) => {
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

/** Lists variables without a meaning, and texts without a variable. */
export function explanationFaults(): string[] {
  const explained = Object.values(variableDocs).flatMap((group) => Object.keys(group))
  const names = Object.keys(variables)
  return [
    ...names.filter((name) => !explained.includes(name)).map((name) => `${name} has no meaning`),
    ...explained.filter((name) => !names.includes(name)).map((name) => `${name} is not a variable`),
  ]
}

function toRow(name: string, meaning: string, variable: Variable | undefined): string {
  const { allowed = '', fallback, required, secret } = variable ?? {}
  const shown = required ? '**required**' : fallback === undefined || fallback === '' ? '' : `\`${fallback}\``
  return `| \`${name}\`${secret ? ' (secret)' : ''} | ${meaning} | ${allowed.replaceAll('|', '\\|')} | ${shown} |`
}

const head = `# Configuration

product-mirror reads environment variables at startup. An empty variable counts as unset. Any variable can be read from a file: \`PARTNER_TOKEN_FILE=/run/secrets/partner_token\`. If both are set, the variable itself wins. Tokens and passwords in files are [read again](security.md#rotating-secrets) when the file changes.

An invalid value or an old name stops the start with exit code 7. The message lists all errors, with the allowed values or the new names. \`product-mirror doctor\` then checks the services behind the values.

All outputs hide secrets, even if an upstream quotes them. Passwords in URLs and the query of \`CATALOG\` count as secrets. Use at least 6 characters: shorter secrets are hidden only in credentials, and \`doctor\` warns of them.

This page is generated: \`npm run docs\`.`

const foot = `Set either \`CMS_USER\` and \`CMS_PASSWORD\`, or \`CMS_TOKEN\`. Set both \`OPS_USER\` and \`OPS_PASSWORD\`, or neither. The bundled server has its own options: \`product-mirror mock --help\`.
`
