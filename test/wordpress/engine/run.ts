import { spawn } from 'node:child_process'

/** Runs a command to its end and returns its standard output. Throws with its standard error if it fails. */
export function run(command: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'pipe' })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    // A command that ends without reading its input closes the pipe. Its exit code shows whether it failed.
    child.stdin.on('error', () => {})
    child.once('error', (cause) => reject(new Error(`${command} could not be started`, { cause })))
    child.once('close', (code) => {
      if (code === 0) resolve(stdout)
      else reject(new Error(`${command} ended with ${code}: ${(stderr || stdout).trim().slice(-2000)}`))
    })
    child.stdin.end(input)
  })
}
