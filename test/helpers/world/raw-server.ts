import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server on a free loopback port that sends raw bytes. `act` gets each request with its number, starting from 1. */
export async function startRaw(act: (socket: Socket, count: number) => void): Promise<{
  url: string
  count(): number
  close(): Promise<void>
}> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      text = text.slice(end + 4)
      act(socket, ++count)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
