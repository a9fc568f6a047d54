import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** If a required variable is missing and the folder has no `.env`, adds that to the message. */
export function withEnvFileHint(message: string, folder: string): string {
  const misses = / is required: | are not both set\. Set both, or CMS_TOKEN/.test(message)
  if (!misses || existsSync(join(folder, '.env'))) return message
  return `${message}\nNo .env file was found in ${folder}. Run the command in the folder that has it, or create one from .env.example.`
}
