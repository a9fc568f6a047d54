import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

import type { Keeper } from './keeper.ts'
import { run } from './run.ts'
import { waitFor } from './wait.ts'

/** A private MariaDB that accepts connections by its Unix socket only. */
export type Database = {
  socket: string
  /** Runs SQL and returns the rows, every cell as text (`NULL` for null). */
  query(sql: string): Promise<string[][]>
  /** Stores the current content for `restore`. */
  save(): Promise<void>
  restore(): Promise<void>
}

const schema = 'wordpress'

/** Creates an empty database in the keeper's folder and starts its server. */
export async function startDatabase(keeper: Keeper): Promise<Database> {
  const data = join(keeper.folder, 'mysql')
  const socket = join(keeper.folder, 'mysql.sock')
  const dump = join(keeper.folder, 'pristine.sql')
  // MariaDB refuses to run as root without this option.
  const asUser = process.getuid?.() === 0 ? ['--user=root'] : []
  // A server that starts removes files in its tmpdir that look like its own leftovers, so each needs a separate folder.
  const server = ['--no-defaults', `--datadir=${data}`, `--tmpdir=${keeper.folder}`, ...asUser]
  await run('mariadb-install-db', [...server, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const kept = keeper.start('mariadbd', '/usr/sbin/mariadbd', [
    ...server,
    `--socket=${socket}`,
    `--pid-file=${join(keeper.folder, 'mysql.pid')}`,
    '--skip-networking',
    '--character-set-server=utf8mb4',
    // A throwaway database need not wait for the disk.
    '--innodb-flush-method=nosync',
    '--innodb-flush-log-at-trx-commit=0',
    '--skip-innodb-doublewrite',
    '--sync-frm=OFF',
  ])
  await waitFor('MariaDB', kept, () => answers(socket))

  const client = ['--no-defaults', `--socket=${socket}`, '--user=root', '--default-character-set=utf8mb4']
  await run('mariadb', [...client, '-e', `CREATE DATABASE ${schema}`])
  return {
    socket,
    async query(sql) {
      return rows(await run('mariadb', [...client, '--batch', '--skip-column-names', schema], sql))
    },
    async save() {
      await writeFile(dump, await run('mariadb-dump', [...client, '--skip-comments', schema]))
    },
    async restore() {
      await run('mariadb', [...client, '-e', `source ${dump}`, schema])
    },
  }
}

async function answers(socket: string): Promise<true | undefined> {
  const connection = connect(socket)
  try {
    await once(connection, 'connect')
    return true
  } catch {
    return undefined
  } finally {
    connection.destroy()
  }
}

function rows(text: string): string[][] {
  const escaped: Record<string, string> = { n: '\n', t: '\t', '0': '\0' }
  const plain = (cell: string) => cell.replaceAll(/\\(.)/g, (_, letter: string) => escaped[letter] ?? letter)
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => line.split('\t').map(plain))
}
