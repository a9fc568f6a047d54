import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type Params, toParams } from './query-string.ts'
import type { UploadedFile } from '../request.ts'

/** Reads a multipart body. If it is broken, the parts before the error are used. */
export async function readMultipart(http: FastifyRequest): Promise<{ form: Params; files: UploadedFile[] }> {
  const fields: [string, unknown][] = []
  const files: UploadedFile[] = []
  try {
    for await (const part of http.parts()) {
      if (part.type === 'field') fields.push([part.fieldname, part.value])
      else files.push(await readFile(part))
    }
  } catch {
    // PHP ignores a truncated body, too.
  }
  return { form: toParams(fields), files }
}

async function readFile(part: MultipartFile): Promise<UploadedFile> {
  const { fieldname: field, filename: name, file } = part
  try {
    const bytes = await part.toBuffer()
    return { field, name, bytes, fault: file.truncated ? 'too-big' : undefined }
  } catch {
    return { field, name, bytes: Buffer.alloc(0), fault: 'partial' }
  }
}
