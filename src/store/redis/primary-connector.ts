import { connect as connectTcp, Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { AbstractConnector } from 'ioredis'
import { MirrorError, reasonOf } from '../../lib/errors.ts'
import type { RedisNode } from '../../lib/redis-url.ts'

/** The information of a node: the current primary, and other nodes. */
export type Found = { primary: RedisNode; others: readonly RedisNode[] }

export type Locator = {
  /** Queries the nodes in turn; throws a MirrorError with the response of each if none knows the primary. */
  find(): Promise<RedisNode>
  /** Reports that a node named this primary; the next connection uses it without a query. */
  moved(to: RedisNode | undefined): void
}

/** Locates the primary by querying nodes. Connections that are opened at the same time share the result. */
export function createLocator(
  nodes: readonly RedisNode[],
  ask: (node: RedisNode) => Promise<Found>,
): Locator {
  let known = new Map(nodes.map((node) => [nameOf(node), node]))
  let asking: Promise<RedisNode> | undefined
  let next: RedisNode | undefined

  async function askAll(): Promise<RedisNode> {
    const failures: string[] = []
    for (const [name, node] of known) {
      try {
        const { primary, others } = await ask(node)
        // The node that responded is queried first the next time. The configured nodes always stay in the list.
        known = new Map([node, ...others, ...nodes].map((each) => [nameOf(each), each]))
        return primary
      } catch (error) {
        failures.push(`${name}: ${reasonOf(error)}`)
      }
    }
    throw new MirrorError(`No node reports the primary (${failures.join('; ')})`)
  }

  return {
    async find() {
      const told = next
      next = undefined
      return told ?? (asking ??= askAll().finally(() => (asking = undefined)))
    },
    moved(to) {
      next = to
    },
  }
}

/** An ioredis connector whose connections all lead to the current primary. */
export function connectorTo(locator: Locator, tls: ConnectionOptions | undefined) {
  return class PrimaryConnector extends AbstractConnector {
    constructor() {
      super(0)
    }

    /** A replica also accepts connections, so its role triggers a new search for the primary. */
    override check(info: { role?: string }): boolean {
      return info.role === undefined || info.role === 'master'
    }

    override async connect(): Promise<Socket> {
      this.connecting = true
      this.stream = await this.#open()
      return this.stream
    }

    async #open(): Promise<Socket> {
      try {
        const node = await locator.find()
        if (!this.connecting) return closedSocket()
        const socket = tls ? connectTls({ ...node, ...tls }) : connectTcp(node)
        return socket.once('error', (error) => (this.firstError = error))
      } catch (error) {
        this.firstError = error instanceof Error ? error : new MirrorError(String(error))
        return closedSocket()
      }
    }

    /**
     * Closes at once. If the first commands of a transaction are refused, and ioredis reads the refusals only after new
     * commands were queued, it would otherwise send the rest outside the transaction.
     */
    override disconnect(): void {
      this.connecting = false
      // Undefined before the first connection.
      ;(this.stream as Socket | undefined)?.destroy()
    }
  }
}

/** ioredis never retries after an error, but does so after a closed connection. */
function closedSocket(): Socket {
  return new Socket().destroy()
}

function nameOf({ host, port }: RedisNode): string {
  return `${host}:${port}`
}
