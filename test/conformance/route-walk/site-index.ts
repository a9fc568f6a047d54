import { z } from 'zod'

const Endpoint = z.object({
  methods: z.array(z.string()),
  args: z.union([z.record(z.string(), z.looseObject({ default: z.unknown().optional() })), z.tuple([])]),
  allow_batch: z.object({ v1: z.boolean() }).optional(),
})

/** The part of the CMS's index that the walks read. */
export const SiteIndex = z.object({
  namespaces: z.array(z.string()),
  routes: z.record(z.string(), z.object({ endpoints: z.array(Endpoint) })),
})
export type SiteIndex = z.infer<typeof SiteIndex>

/** The endpoint in the index that handles a request. */
export function endpointFor(
  { routes }: SiteIndex,
  method: string,
  path: string,
): z.infer<typeof Endpoint> | undefined {
  return Object.entries(routes)
    .filter(([pattern]) => new RegExp(`^${pattern.replaceAll('(?P<', '(?<')}$`).test(path))
    .flatMap(([, { endpoints }]) => endpoints)
    .find(({ methods }) => methods.includes(method))
}

/** Argument → default. Arguments without one are left out. */
export function defaultsOf(endpoint: z.infer<typeof Endpoint> | undefined): Record<string, unknown> {
  const args = Object.entries(endpoint?.args ?? {})
  return Object.fromEntries(
    args.flatMap(([name, arg]) =>
      'default' in arg && arg.default !== undefined ? [[name, arg.default]] : [],
    ),
  )
}
