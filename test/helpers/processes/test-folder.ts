/** Contains the folder of the test worker that a process belongs to. Each process that a test starts has it. */
export const testFolderVariable = 'PRODUCT_MIRROR_TEST_FOLDER'

/** The variable alone, for a process with an otherwise empty environment; empty outside a test run. */
export function testFolderEnv(): Record<string, string> {
  const folder = process.env[testFolderVariable]
  return folder === undefined ? {} : { [testFolderVariable]: folder }
}
