import fc from 'fast-check'

// What is drawn is the same in every run, so that coverage and the faults that are found are, too.
fc.configureGlobal({ seed: 1, numRuns: Number(process.env['PROPERTY_RUNS'] ?? 100) })
