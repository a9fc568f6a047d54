import { waitForExit } from '../../src/store/redis-process.ts'

/** Whether a process has ended; a zombie has, though nobody collected it yet. */
export const hasExited = (pid: number): Promise<boolean> => waitForExit(pid, 0)
