import { connect as connectTcp, Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { AbstractConnector } from 'ioredis'
import { MirrorError, reasonOf } from '../../lib/errors.ts'
import type { RedisNode } from '../../lib/redis-url.ts'

/** What a node knows: the primary to use, and other nodes that can be asked. */
export type Found = { primary: RedisNode; others: readonly RedisNode[] }

export type Locator = {
  /** Asks the nodes in turn; throws a MirrorError that names each and its answer when none knows the primary. */
  find(): Promise<RedisNode>
  /** A node said that the primary is this one; it is used for the next connection without asking. */
  moved(to: RedisNode | undefined): void
}

/** Asks nodes where the primary is. Connections that are opened at the same time share the answer. */
export function createLocator(
  nodes: readonly RedisNode[],
  ask: (node: RedisNode) => Promise<Found>,
): Locator {
  let known = new Map(nodes.map((node) => [nameOf(node), node]))
  let asking: Promise<RedisNode> | undefined
  let next: RedisNode | undefined

  async function askAll(): Promise<RedisNode> {
    const answers: string[] = []
    for (const [name, node] of known) {
      try {
        const { primary, others } = await ask(node)
        // Who answered is asked first the next time. The configured ones stay, whatever happens to the others.
        known = new Map([node, ...others, ...nodes].map((each) => [nameOf(each), each]))
        return primary
      } catch (error) {
        answers.push(`${name}: ${reasonOf(error)}`)
      }
    }
    throw new MirrorError(`No node says where the primary is (${answers.join('; ')})`)
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

/** A connector of ioredis whose every connection goes to the current primary. */
export function connectorTo(locator: Locator, tls: ConnectionOptions | undefined) {
  return class PrimaryConnector extends AbstractConnector {
    constructor() {
      super(0)
    }

    /** A replica answers, too: then the primary is looked for again. */
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
     * At once: of a transaction that was refused by its first commands, ioredis would send the others alone if it read
     * their refusals only after new commands were queued.
     */
    override disconnect(): void {
      this.connecting = false
      // Before the first connection there is none.
      ;(this.stream as Socket | undefined)?.destroy()
    }
  }
}

/** ioredis never tries again after an error, but does so after a connection that was closed. */
function closedSocket(): Socket {
  return new Socket().destroy()
}

function nameOf({ host, port }: RedisNode): string {
  return `${host}:${port}`
}
