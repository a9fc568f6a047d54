export type Variables = Readonly<Record<string, unknown>>

const wholeName = /^\{\{(\w+)\}\}$/
const name = /\{\{(\w+)\}\}/g

/** Replaces `{{name}}` in a text. `encode` converts the value for its context. */
export function fillText(
  text: string,
  variables: Variables,
  encode: (value: string) => string = String,
): string {
  return text.replace(name, (_all, key: string) => encode(toText(valueOf(key, variables))))
}

/** Replaces variables in a whole value. A text that consists only of a name becomes the variable with its type. */
export function fillValue(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') {
    const whole = wholeName.exec(value)?.[1]
    return whole === undefined ? fillText(value, variables) : valueOf(whole, variables)
  }
  if (Array.isArray(value)) return value.map((item) => fillValue(item, variables))
  if (!isRecord(value)) return value
  const repeat = value['$repeat']
  if (Array.isArray(repeat)) return String(repeat[0]).repeat(Number(repeat[1]))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillValue(member, variables)]))
}

/** The value at a JSON pointer, or undefined. */
export function pointTo(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => {
      if (Array.isArray(node)) return node[Number(key)] as unknown
      return isRecord(node) ? node[key] : undefined
    }, value)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueOf(key: string, variables: Variables): unknown {
  if (variables[key] === undefined)
    throw new Error(`no value for {{${key}}}: an earlier step did not give it`)
  return variables[key]
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
