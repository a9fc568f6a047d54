import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'

/** Opens one connection that does not reconnect, waiting up to `loadingMs` for a server that still reads its data; undefined when nobody answers on the socket. */
export async function openConnection(socket: string, loadingMs: number): Promise<Redis | undefined> {
  const client = new Redis({
    path: socket,
    lazyConnect: true,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    retryStrategy: () => null,
    connectTimeout: 2_000,
    commandTimeout: 5_000,
    // How long ioredis keeps the process alive after disconnect(), even where the connection is already gone.
    disconnectTimeout: 100,
  })
  // Without a listener ioredis prints refused connections; the outcome is what this function returns.
  client.on('error', () => undefined)
  const deadline = Date.now() + loadingMs
  try {
    await client.connect()
    while (!(await hasLoaded(client))) {
      if (Date.now() > deadline) throw new Error('still loading')
      await pause(50)
    }
    return client
  } catch {
    client.disconnect()
    return undefined
  }
}

async function hasLoaded(client: Redis): Promise<boolean> {
  try {
    await client.ping()
    return true
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('LOADING')) return false
    throw error
  }
}
