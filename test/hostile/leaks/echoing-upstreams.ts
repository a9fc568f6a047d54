import type { Asked, Step } from '../../helpers/world/scripted-server.ts'
import { echoOf, openEchoProxy, type Echo, type Reply } from './echo-proxy.ts'

/** The upstream that rejects all requests with a long message. With `records`, only some requests get bad responses. */
export type Phase = 'records' | 'partner' | 'cms' | 'catalogue' | 'none'

const cmsAuth = `Basic ${Buffer.from('admin:abcdabcdabcdabcdabcdabcd').toString('base64')}`

/**
 * Partner, CMS and catalogue of a world behind a proxy that quotes received credentials in every place where a server
 * may.
 */
export async function openEchoingUpstreams(world: {
  origin: string
  token: string
  gtins: readonly string[]
  catalogKey: string
}) {
  const state: { phase: Phase } = { phase: 'none' }
  let assets = 0
  let uploads = 0
  let echoes = 0

  function rule(asked: Asked): Echo {
    const echo = echoOf(asked)
    const answered = decide(asked, echo)
    if (answered !== undefined) echoes++
    // The bundled server has other credentials.
    const isPartner = asked.headers.authorization?.startsWith('Token') === true
    if (asked.headers.authorization !== undefined)
      asked.headers.authorization = isPartner ? `Token ${world.token}` : cmsAuth
    return answered
  }

  function decide(asked: Asked, echo: string): Echo {
    const { url, method } = asked
    const { phase } = state
    if (url.startsWith('/catalog.csv')) return answerCatalogue(phase, echo, world.gtins)
    const isCms = url.startsWith('/api/rest')
    if (phase === 'cms' && isCms)
      return { status: 401, json: { code: 'denied', message: echo, data: { status: 401 } } }
    if (phase === 'partner' && !isCms) return { status: 401, json: { detail: echo } }
    if (phase !== 'records') return undefined
    if (isCms) {
      if (method === 'POST' && url.includes('/batch/v1'))
        return (reply) => refuseInBatch(asked, reply, world.gtins[6] ?? '', echo)
      if (method === 'POST' && url.includes('/media') && uploads++ % 4 === 0)
        return { status: 500, json: { code: 'rest_upload_unknown_error', message: echo, data: {} } }
      return undefined
    }
    if (url.includes('/language/')) return (reply) => addLanguage(reply, echo)
    if (!url.startsWith('/api/')) return answerAsset(assets++, echo)
    return answerProduct(
      world.gtins.findIndex((gtin) => url.includes(gtin)),
      echo,
    )
  }

  const proxy = await openEchoProxy(world.origin, rule)
  return {
    ...proxy,
    state,
    catalog: `${proxy.origin}/catalog.csv?key=${world.catalogKey}`,
    count: () => echoes,
  }
}

function answerCatalogue(phase: Phase, echo: string, gtins: readonly string[]): Echo {
  return phase === 'catalogue'
    ? { body: `name,${echo}\n1,2\n` }
    : { body: `gtin\n${[...gtins, `"${echo.replaceAll('"', '""')}"`].join('\n')}\n` }
}

/** All ways in which the partner's response for a record can quote the token. */
function answerProduct(index: number, echo: string): Echo {
  const header = encodeURI(echo)
  switch (index) {
    case 0:
      return { status: 400, body: `<html><h1>Bad request</h1><p>${echo}</p></html>` }
    case 1:
      return { status: 400, json: { detail: echo } }
    case 2:
      return { status: 302, headers: { location: `https://login.example/?next=${header}` }, body: '' }
    case 3:
      return (reply) => ({ json: { ...JSON.parse(reply.body.toString()), description: echo, [echo]: 1 } })
    case 4:
      return (reply) => ({ headers: { etag: `"${header}"` }, json: JSON.parse(reply.body.toString()) })
    case 5:
      // Truncation may leave half of a secret.
      return { status: 400, json: { detail: `${'x'.repeat(282)} ${echo.replace('no access with ', '')}` } }
    case 7:
      return { status: 400, headers: { 'content-type': header.slice(0, 400) }, body: echo }
    case 8:
      return { status: 404, body: `<title>Not found</title>\u001b]0;${echo}\u0007` }
    default:
      return undefined
  }
}

function answerAsset(index: number, echo: string): Echo {
  const header = encodeURI(echo)
  switch (index % 5) {
    case 0:
      return { status: 302, headers: { location: `http://cdn.example/${header}` } }
    case 1:
      return { status: 404, body: echo }
    case 2:
      return { status: 302, headers: { location: `gopher://${header}` } }
    case 3:
      return (reply) => ({
        headers: {
          'content-type': String(reply.headers['content-type']),
          etag: `"${header}"`,
          'last-modified': header,
        },
        body: reply.body,
      })
    default:
      return undefined
  }
}

function addLanguage(reply: Reply, echo: string): Step {
  const list = JSON.parse(reply.body.toString()) as unknown
  const entries = Array.isArray(list) ? list : (list as { results: unknown[] }).results
  const [first] = entries
  entries.push(typeof first === 'string' ? echo : { ...(first as object), code: echo })
  return { json: list }
}

/** Lets the batch succeed, except one product's write, whose error quotes the credentials. */
function refuseInBatch(asked: Asked, reply: Reply, gtin: string, echo: string) {
  const { requests } = JSON.parse(asked.body.toString()) as { requests: { body?: { slug?: string } }[] }
  const answer = JSON.parse(reply.body.toString()) as { responses: unknown[] }
  const refusal = {
    status: 400,
    headers: {},
    body: { code: 'rest_invalid_param', message: echo, data: { status: 400, params: { title: echo } } },
  }
  const responses = answer.responses.map((each, index) =>
    requests[index]?.body?.slug?.includes(gtin) === true ? refusal : each,
  )
  return { status: reply.status, json: { ...answer, responses } }
}
