import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The action after a request was forwarded completely. `drop` breaks the client's connection but not WordPress's. */
export type Act = (connection: { drop: () => void }) => void

/** Forwards TCP connections to one address, and lets a test act after a request. */
export type Proxy = {
  origin: string
  /** Resolves after the `nth` request from now with this first line was forwarded and `act` was called. */
  after(firstLine: string, nth: number, act: Act): Promise<void>
  close(): Promise<void>
}

type Watch = { firstLine: string; left: number; act: Act; done: () => void }

/** Opens the proxy on a free loopback port. */
export async function openProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const watches = new Set<Watch>()

  const server = createServer((asker) => {
    const engine = connect(Number(port), hostname)
    for (const socket of [asker, engine]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
    }
    const requests = countRequests((head) => reached(head, () => asker.destroy()))
    asker.on('data', (bytes) => engine.write(bytes, () => requests.add(bytes)))
    engine.on('data', (bytes) => void (asker.destroyed || asker.write(bytes)))
    // After a drop, reads WordPress's response to the end, so that WordPress does not see the broken connection.
    engine.once('close', () => asker.end())
    asker.once('end', () => engine.end())
  })

  function reached(head: string, drop: () => void): void {
    for (const watch of watches) {
      if (!head.startsWith(watch.firstLine) || --watch.left > 0) continue
      watches.delete(watch)
      watch.act({ drop })
      watch.done()
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    after: (firstLine, nth, act) =>
      new Promise<void>((done) => void watches.add({ firstLine, left: nth, act, done })),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Calls `whole` with the head of each request of a connection after its last byte. */
function countRequests(whole: (head: string) => void): { add(bytes: Buffer): void } {
  let head = ''
  let bodyLeft: number | undefined
  return {
    add(bytes) {
      let rest = bytes
      while (rest.length > 0) {
        if (bodyLeft === undefined) {
          const before = head.length
          head += rest.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end === -1) return
          rest = rest.subarray(end + 4 - before)
          head = head.slice(0, end)
          bodyLeft = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0)
        }
        const taken = Math.min(bodyLeft, rest.length)
        bodyLeft -= taken
        rest = rest.subarray(taken)
        if (bodyLeft > 0) return
        const finished = head
        head = ''
        bodyLeft = undefined
        whole(finished)
      }
    },
  }
}
