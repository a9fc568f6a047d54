/** Names the folder of the test worker that a process belongs to; each process that a test starts has it. */
export const testFolderVariable = 'PRODUCT_MIRROR_TEST_FOLDER'

/** The variable as a process that gets no other ones needs it; empty outside of a test run. */
export function testFolderEnv(): Record<string, string> {
  const folder = process.env[testFolderVariable]
  return folder === undefined ? {} : { [testFolderVariable]: folder }
}
