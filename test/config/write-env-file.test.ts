import { chmod, mkdtemp, readFile, readdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { writeEnvFile } from '../../config/write-env-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-file-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})
const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

describe('writing an env file', () => {
  it('creates one that only its owner may read', async () => {
    const file = join(folder, '.env')
    writeEnvFile(file, { A: '1' })
    expect(await readFile(file, 'utf8')).toMatch(/\nA=1\n$/)
    expect(await modeOf(file)).toBe('600')
    expect(await readdir(folder)).toEqual(['.env'])
  })

  it('takes the rights of others away, and keeps a link', async () => {
    const [file, link] = [join(folder, 'real'), join(folder, '.env')]
    await writeFile(file, 'A=1\n')
    await chmod(file, 0o644)
    await symlink('real', link)
    writeEnvFile(link, { A: '2' })
    expect(await readlink(link)).toBe('real')
    expect({ text: await readFile(file, 'utf8'), mode: await modeOf(file) }).toEqual({
      text: 'A=2\n',
      mode: '600',
    })
  })

  it('names a file that cannot be written, and leaves nothing behind', async () => {
    expect(() => writeEnvFile(join(folder, 'none', '.env'), { A: '1' })).toThrow(
      /none\/\.env cannot be written: ENOENT/,
    )
    expect(await readdir(folder)).toEqual([])
  })
})
