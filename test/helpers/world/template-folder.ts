import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const config = join(import.meta.dirname, '..', '..', '..', 'config')

/** A folder for TEMPLATE_DIR with the default page template and labels, which a test may change. */
export async function openTemplateFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'templates-'))
  await cp(join(config, 'templates', 'page.eta'), join(folder, 'page.eta'))
  await cp(join(config, 'labels'), join(folder, 'labels'), { recursive: true })
  return { folder, close: () => rm(folder, { recursive: true, force: true }) }
}
