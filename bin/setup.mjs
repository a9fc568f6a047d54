#!/usr/bin/env node
// Installs what a fresh machine lacks: npm packages, Node >= 24, redis-server. With --production, it leaves out the
// packages for development. Plain JavaScript without dependencies, because it runs before they are installed, on any
// Node >= 18. Fast and silent if nothing is missing.
// It never writes to standard output, because `npm run cli -- sync --json` is piped.
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFault } from './setup/node.mjs'
import { missingPackages } from './setup/packages.mjs'
import { findRedis, redisWanted } from './setup/redis.mjs'
import { SetupError, say } from './setup/report.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const withDev = !process.argv.includes('--production')
const startedAt = Date.now()

try {
  if (!ready()) {
    // Loaded only here, because most starts need none of it.
    const { install } = await import('./setup/install.mjs')
    install(root, withDev)
    say(`ready after ${Math.round((Date.now() - startedAt) / 1000)} s`)
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  say(error.message)
  process.exitCode = 1
}

function ready() {
  if (missingPackages(root, withDev).length > 0 || nodeFault(root) !== undefined) return false
  return !redisWanted(root) || findRedis().usable
}
