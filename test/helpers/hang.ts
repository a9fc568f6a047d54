/** How long a test waits for what must come: only to stop a hang, and to do so before the test's own limit. */
export const hangMs = 240_000

/** For `vi.waitFor`, whose own limit is a second. */
export const patiently = { timeout: hangMs, interval: 20 }
