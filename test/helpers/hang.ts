/** The timeout for events that must happen. It only stops a hang, before the test's own timeout. */
export const hangMs = 240_000

/** For `vi.waitFor`, whose default timeout is one second. */
export const patiently = { timeout: hangMs, interval: 20 }
